# shellcheck shell=bash
# The browser tests and the Chromium they drive.

has_browser_tests() { node -e 'process.exit(require("./package.json").scripts.e2e ? 0 : 1)'; }

# The program under test and the browser, for the tests to start.
find_chromium() {
  local name
  chromium_path || install Chromium chromium chromium chromium || return
  name=$(chromium_path) && export MARQUEE_TEST_CHROMIUM=$name
}

chromium_path() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if command -v "$name"; then return; fi
  done
  return 1
}

browser_tests() { MARQUEE_TEST_BINARY=${CARGO_TARGET_DIR:-target}/debug/marquee npm run --silent e2e; }
