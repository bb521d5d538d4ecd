# shellcheck shell=bash
# The browser tests, the Chromium they drive and the Java that runs the HTML checker.

# find_chromium [whole]: the browser, for the tests to start. Where Debian's package of the headless shell is to be had and works, it
# is that, because it takes a third less processor time for the same pages; with `whole` it is the browser that visitors have.
find_chromium() {
  local name
  name=$(chromium_path) || { install Chromium chromium chromium chromium && name=$(chromium_path); } || return
  has_fallback_fonts || install 'Liberation Sans, which stands for the fonts of a usual computer' fonts-liberation liberation-fonts font-liberation || return
  if [[ ${1-} != whole ]] && headless_shell; then name=chromium-headless-shell; fi
  MARQUEE_TEST_CHROMIUM=$(command -v "$name") && export MARQUEE_TEST_CHROMIUM
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

# Whether Debian's headless shell draws pages. Its package lacks files that the package of the browser has.
headless_shell() {
  has chromium-headless-shell || { has apt-get && install "Chromium's headless shell" chromium-headless-shell '' ''; } || return
  [[ $(timeout 30 chromium-headless-shell --no-sandbox --disable-gpu --dump-dom 'data:text/html,<p>drawn</p>' 2>/dev/null) == *drawn* ]]
}

find_java() { has java || install Java default-jre-headless java-latest-openjdk-headless openjdk; }

browser_tests() { MARQUEE_TEST_BINARY=${CARGO_TARGET_DIR:-target}/debug/marquee npm run --silent e2e; }
