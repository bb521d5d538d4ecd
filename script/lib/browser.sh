# shellcheck shell=bash
# Runs the browser tests, and installs Chromium for them and Java for the HTML checker.

# find_chromium [full]: sets MARQUEE_TEST_CHROMIUM, and installs Chromium if it is missing. Without `full` it prefers Debian's package
# of the headless shell, if available, because that takes a third less processor time for the same pages.
find_chromium() {
  local name
  name=$(chromium_path) || { install Chromium chromium chromium chromium && name=$(chromium_path); } || return
  has_fallback_fonts || install 'Liberation Sans, which replaces Arial' fonts-liberation liberation-fonts font-liberation || return
  if [[ ${1-} != full ]] && has_headless_shell; then name=chromium-headless-shell; fi
  MARQUEE_TEST_CHROMIUM=$(command -v "$name") && export MARQUEE_TEST_CHROMIUM
}

# Fallback fonts are adjusted copies of one of these, with the metrics of a site's fonts. Without them the layout shifts when fonts load.
has_fallback_fonts() { [[ $(uname) == Darwin || $(fc-list 2>/dev/null) =~ /(Arial|LiberationSans) ]]; }

chromium_path() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if command -v "$name"; then return; fi
  done
  return 1
}

# Whether Debian's headless shell renders pages: its package lacks files that the package of the browser contains.
has_headless_shell() {
  has chromium-headless-shell || { has apt-get && install "Chromium's headless shell" chromium-headless-shell '' ''; } || return
  [[ $(timeout 30 chromium-headless-shell --no-sandbox --disable-gpu --dump-dom 'data:text/html,<p>drawn</p>' 2>/dev/null) == *drawn* ]]
}

install_java() { has java || install Java default-jre-headless java-latest-openjdk-headless openjdk; }

run_browser_tests() { MARQUEE_TEST_BINARY=${CARGO_TARGET_DIR:-target}/debug/marquee npm run --silent e2e; }
