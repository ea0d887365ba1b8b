#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the strangers' checks need and npm does not have: Go with its checksum-database library, and OpenSSL.
# Debian and Ubuntu; elsewhere install them by hand. Does nothing where they are present.
set -euo pipefail
if command -v go >/dev/null 2>&1 && command -v openssl >/dev/null 2>&1 && [ -d /usr/share/gocode/src/golang.org/x/mod/sumdb ]; then
  exit 0
fi
command -v apt-get >/dev/null 2>&1 || {
  echo "strangers: install go, golang.org/x/mod (as /usr/share/gocode) and openssl by hand" >&2
  exit 1
}
as_root=""
[ "$(id -u)" = 0 ] || as_root=sudo
echo "strangers: installing golang-go, golang-golang-x-mod-dev, openssl" >&2
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -qq --no-install-recommends golang-go golang-golang-x-mod-dev openssl >/dev/null; }
install || { $as_root apt-get update -qq && install; } || {
  echo "strangers: apt-get could not install them: its words are above. Install go, golang-golang-x-mod-dev and openssl, then try again" >&2
  exit 1
}
