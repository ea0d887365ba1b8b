# Sourced by bin/*. Puts a Node >= 24 first in PATH: the machine's own, or one installed into .toolchain/ from npm.
# Why npm: the package node-<os>-<arch> is a plain tarball, so no other host than the registry is needed.
PLUMBLINE_ROOT=$(CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
node_major() { "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

toolchain_bin="$PLUMBLINE_ROOT/.toolchain/node/bin"
if [ "$(node_major node)" -lt 24 ]; then
  if [ "$(node_major "$toolchain_bin/node")" -lt 24 ]; then
    command -v npm >/dev/null 2>&1 || {
      echo "plumbline: needs Node 24 or newer, or an npm that can install it into .toolchain/" >&2
      exit 1
    }
    case "$(uname -s)" in Linux) os=linux ;; Darwin) os=darwin ;; *) echo "plumbline: install Node 24 or newer by hand on $(uname -s)" >&2; exit 1 ;; esac
    case "$(uname -m)" in x86_64 | amd64) arch=x64 ;; aarch64 | arm64) arch=arm64 ;; *) echo "plumbline: install Node 24 or newer by hand on $(uname -m)" >&2; exit 1 ;; esac
    echo "plumbline: installing Node 24 into .toolchain/ (the machine has $(node --version 2>/dev/null || echo none))" >&2
    staging=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-node.XXXXXX")
    npm install --prefix "$staging" --no-save --no-package-lock --ignore-scripts --loglevel=error "node-$os-$arch@24.21.0" >&2
    mkdir -p "$PLUMBLINE_ROOT/.toolchain"
    rm -rf "$PLUMBLINE_ROOT/.toolchain/node"
    mv "$staging/node_modules/node-$os-$arch" "$PLUMBLINE_ROOT/.toolchain/node"
    rm -rf "$staging"
  fi
  PATH="$toolchain_bin:$PATH"
  export PATH
fi

# Installs the locked packages when node_modules is missing or older than the lockfile.
ensure_packages() {
  stamp="$PLUMBLINE_ROOT/node_modules/.plumbline-installed"
  if [ ! -e "$stamp" ] || [ "$PLUMBLINE_ROOT/package-lock.json" -nt "$stamp" ]; then
    echo "plumbline: installing npm packages" >&2
    # Not `npm ci`: where a registry lacks an optional package of another platform, npm leaves it out of the lockfile, and
    # `npm ci` then refuses the whole lockfile. This installs exactly the locked versions too and writes neither file.
    (cd "$PLUMBLINE_ROOT" && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
    touch "$stamp"
  fi
}

# Compiled code is kept beside the packages: the second start is a fifth quicker.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PLUMBLINE_ROOT/node_modules/.cache/node-compile}"
