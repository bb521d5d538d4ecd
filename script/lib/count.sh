# shellcheck shell=bash
# Runs checks and test runners, goes on after a failure, and adds up what passed and failed.

passed=0
failed=0
broken=()
logs=${CARGO_TARGET_DIR:-target}/test-logs

# check NAME COMMAND…: one check.
check() {
  local name=$1 && shift
  say "$name"
  if "$@"; then count "$name" 1 0; else count "$name" 0 1; fi
}

# suite NAME COMMAND…: a test runner, whose output is kept and its summary read. One that fails without a failed
# test, or runs no test at all, counts as one failure.
suite() {
  local name=$1 log="$logs/${1// /-}.log" status=0 p f && shift
  mkdir -p "$logs"
  say "$name"
  "$@" 2>&1 | tee "$log" || status=$?
  read -r p f <<<"$(summary <"$log")"
  if [[ $f == 0 ]] && [[ $status != 0 || $p == 0 ]]; then f=1; fi
  count "$name" "$p" "$f"
}

count() {
  passed=$((passed + $2)) failed=$((failed + $3))
  if [[ $3 != 0 ]]; then broken+=("$1"); fi
}

# summary: reads what vitest, nextest, cargo test, Playwright or node:test said, prints "PASSED FAILED".
summary() {
  sed $'s/\e\\[[0-9;]*m//g' | awk '
    function before(word,   m) { return match($0, "[0-9]+ " word) ? substr($0, RSTART) + 0 : 0 }
    /^ +Tests +[0-9]/ || /^ +Summary \[/ || /^test result: / {
      p += before("passed"); f += before("failed") + before("timed out") + before("exec failed")
    }
    /^ +[0-9]+ (passed|flaky)( \(|$)/ { p += $1 }
    /^ +[0-9]+ (failed|interrupted)$/ { f += $1 }
    /^(#|ℹ) pass [0-9]+$/ { p += $3 }
    /^(#|ℹ) fail [0-9]+$/ { f += $3 }
    END { print p + 0, f + 0 }'
}

# total: says what broke and closes with the one line; fails when anything failed.
total() {
  if [[ ${#broken[@]} != 0 ]]; then
    say 'Failed:'
    printf '   %s\n' "${broken[@]}" >&2
  fi
  printf '%s passed, %s failed\n' "$passed" "$failed"
  [[ $failed == 0 ]]
}
