# shellcheck shell=bash
# The browser tests, the Chromium they drive and the Java that runs the HTML checker.

# find_chromium [PACKAGE]: the browser, for the tests to start. Debian packages Chromium's headless shell, which takes a third less
# processor time for the same pages than the whole browser does.
find_chromium() {
  local name package=${1:-chromium-headless-shell}
  chromium_path "$package" || install Chromium "$package" chromium chromium || install Chromium chromium chromium chromium || return
  has_fallback_fonts || install 'Liberation Sans, which stands for the fonts of a usual computer' fonts-liberation liberation-fonts font-liberation || return
  name=$(chromium_path "$package") && export MARQUEE_TEST_CHROMIUM=$name
}

# A site's fonts have fallbacks that take the same room, made from these. Without them a page moves when its fonts arrive.
has_fallback_fonts() { [[ $(uname) == Darwin || $(fc-list 2>/dev/null) =~ /(Arial|LiberationSans) ]]; }

chromium_path() {
  local name
  for name in "$1" chromium chromium-browser google-chrome google-chrome-stable '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if command -v "$name"; then return; fi
  done
  return 1
}

find_java() { has java || install Java default-jre-headless java-latest-openjdk-headless openjdk; }

browser_tests() { MARQUEE_TEST_BINARY=${CARGO_TARGET_DIR:-target}/debug/marquee npm run --silent e2e; }
