# Sourced by bin/*. Puts a Node >= 24 first in PATH: the machine's own, or one installed into .toolchain/ from npm.
# Why npm: the package node-<os>-<arch> is a plain tarball, so no other host than the registry is needed.
PLUMBLINE_ROOT=$(CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
# Asks for the version only: a script would take a tenth of a second to say it.
node_major() { version=$("$1" --version 2>/dev/null) && version=${version#v} && echo "${version%%.*}" || echo 0; }
plumbline_stop() {
  printf 'plumbline: %s\n' "$@" >&2
  exit 1
}

# Runs npm; where it fails, its own words come first and then what can be done.
run_npm() {
  what=$1
  shift
  npm "$@" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error >&2 && return
  plumbline_stop "npm could not install $what: its words are above. Nothing is left half done; try again once this is mended:" \
    "  the registry must answer: $(npm config get registry)" \
    "  its certificate must be trusted: npm config cafile, or NODE_EXTRA_CA_CERTS; behind a proxy: npm config https-proxy" \
    "  $PLUMBLINE_ROOT must be writable and have 1 GB free"
}

install_node() {
  command -v npm >/dev/null 2>&1 ||
    plumbline_stop "needs Node 24 or newer (this machine has $(node --version 2>/dev/null || echo none)), or an npm that can install one into .toolchain/"
  case "$(uname -s)" in Linux) os=linux ;; Darwin) os=darwin ;; *) plumbline_stop "install Node 24 or newer by hand on $(uname -s)" ;; esac
  case "$(uname -m)" in x86_64 | amd64) arch=x64 ;; aarch64 | arm64) arch=arm64 ;; *) plumbline_stop "install Node 24 or newer by hand on $(uname -m)" ;; esac
  echo "plumbline: installing Node 24 into .toolchain/ (the machine has $(node --version 2>/dev/null || echo none))" >&2
  # Beside its place, so that moving it there is one step; what an interrupted run left is taken away first.
  staging="$PLUMBLINE_ROOT/.toolchain/staging"
  rm -rf "$staging"
  mkdir -p "$staging"
  run_npm "Node 24" install --prefix "$staging" --no-package-lock "node-$os-$arch@24.21.0"
  installed="$staging/node_modules/node-$os-$arch"
  [ "$(node_major "$installed/bin/node")" -ge 24 ] ||
    plumbline_stop "the Node 24 from npm does not run on this machine (it needs glibc 2.28 or newer): install Node 24 or newer by hand"
  rm -rf "$PLUMBLINE_ROOT/.toolchain/node"
  mv "$installed" "$PLUMBLINE_ROOT/.toolchain/node"
  rm -rf "$staging"
}

toolchain_bin="$PLUMBLINE_ROOT/.toolchain/node/bin"
if [ "$(node_major node)" -lt 24 ]; then
  [ "$(node_major "$toolchain_bin/node")" -ge 24 ] || install_node
  PATH="$toolchain_bin:$PATH"
  export PATH
fi

# Installs the locked packages when node_modules is missing or older than the lockfile.
ensure_packages() {
  stamp="$PLUMBLINE_ROOT/node_modules/.plumbline-installed"
  if [ ! -e "$stamp" ] || [ "$PLUMBLINE_ROOT/package-lock.json" -nt "$stamp" ]; then
    command -v npm >/dev/null 2>&1 || plumbline_stop "needs npm to install its packages; it comes with Node"
    echo "plumbline: installing npm packages" >&2
    # Not `npm ci`: where a registry lacks an optional package of another platform, npm leaves it out of the lockfile, and
    # `npm ci` then refuses the whole lockfile. This installs exactly the locked versions too and writes neither file.
    (cd "$PLUMBLINE_ROOT" && run_npm "the packages" install)
    touch "$stamp"
    # A part of installing, so that the first start need not wait for it. Where it fails, that start says so.
    make_bundle 2>/dev/null || true
  fi
}

bundles="$PLUMBLINE_ROOT/node_modules/.cache/plumbline"
make_bundle() { node --disable-warning=ExperimentalWarning "$PLUMBLINE_ROOT/scripts/bundle.ts" "$bundles" >&2; }

# Compiled code is kept beside the packages: the second start is a fifth quicker.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PLUMBLINE_ROOT/node_modules/.cache/node-compile}"

# Sets PROGRAM to what node runs for a program of this clone: the bundle of its sources, packages and rules, made anew when
# one of them changed, or the source itself where none can be made. A change is told by ctime, which no copy and no archive sets
# back. See docs/decisions/0303.
choose_program() {
  name=$1 source=$2
  PROGRAM="$bundles/current/$name.mjs"
  [ -e "$PROGRAM" ] && changed=$(cd "$PLUMBLINE_ROOT" && find packages/*/src packages/*/package.json patterns scripts/bundle.ts \
    node_modules/.plumbline-installed -cnewer "$bundles/current/begun" -print -quit) && [ -z "$changed" ] && return
  make_bundle && [ -e "$PROGRAM" ] && return
  echo "plumbline: no bundle could be made, the words above say why; starting from the sources, which takes longer" >&2
  PROGRAM="$PLUMBLINE_ROOT/$source"
}
