# shellcheck shell=bash
# The browser tests, the Chromium they drive and the Java that runs the HTML checker.

# The program under test and the browser, for the tests to start.
find_chromium() {
  local name
  chromium_path || install Chromium chromium chromium chromium || return
  has_fallback_fonts || install 'Liberation Sans, which stands for the fonts of a usual computer' fonts-liberation liberation-fonts font-liberation || return
  name=$(chromium_path) && export MARQUEE_TEST_CHROMIUM=$name
}

# A site's fonts have fallbacks that take the same room, made from these. Without them a page moves when its fonts arrive.
has_fallback_fonts() { [[ $(uname) == Darwin || $(fc-list 2>/dev/null) =~ /(Arial|LiberationSans) ]]; }

chromium_path() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if command -v "$name"; then return; fi
  done
  return 1
}

find_java() { has java || install Java default-jre-headless java-latest-openjdk-headless openjdk; }

browser_tests() { MARQUEE_TEST_BINARY=${CARGO_TARGET_DIR:-target}/debug/marquee npm run --silent e2e; }
