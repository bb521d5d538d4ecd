# shellcheck shell=bash
# Runs checks and test runners, goes on after a failure, adds up what passed, failed and was skipped, and times each step.

passed=0
failed=0
skipped=0
broken=()
times=()
logs=${CARGO_TARGET_DIR:-target}/test-logs

# check NAME COMMAND…: one check.
check() {
  local name=$1 start=$SECONDS && shift
  say "$name"
  if "$@"; then count "$name" 1 0; else count "$name" 0 1; fi
  took "$name" "$start"
}

# suite NAME COMMAND…: a test runner, whose output is kept and its summary read. One that fails without a failed
# test, or runs no test at all, counts as one failure.
suite() {
  local name=$1 log="$logs/${1// /-}.log" status=0 start=$SECONDS p f s && shift
  mkdir -p "$logs"
  say "$name"
  "$@" 2>&1 | tee "$log" || status=$?
  read -r p f s <<<"$(summary <"$log")"
  if [[ $f == 0 ]] && [[ $status != 0 || $p == 0 ]]; then f=1; fi
  count "$name" "$p" "$f" "$s"
  took "$name" "$start"
}

# took NAME START: remembers how long a step took that began at second START of the script.
took() { times+=("$(printf '%3d min %02d s  %s' $(((SECONDS - $2) / 60)) $(((SECONDS - $2) % 60)) "$1")"); }

# count NAME PASSED FAILED [SKIPPED]
count() {
  passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + ${4-0}))
  if [[ $3 != 0 ]]; then broken+=("$1"); fi
}

# summary: reads the output of vitest, nextest, cargo test, Playwright or node:test, prints "PASSED FAILED SKIPPED".
summary() {
  sed $'s/\e\\[[0-9;]*m//g' | awk '
    function before(word,   m) { return match($0, "[0-9]+ " word) ? substr($0, RSTART) + 0 : 0 }
    /^ +Tests +[0-9]/ || /^ +Summary \[/ || /^test result: / {
      p += before("passed"); f += before("failed") + before("timed out") + before("exec failed")
      s += before("skipped") + before("ignored") + before("todo")
    }
    /^ +[0-9]+ (passed|flaky)( \(|$)/ { p += $1 }
    /^ +[0-9]+ (failed|interrupted)$/ { f += $1 }
    /^(#|ℹ) pass [0-9]+$/ { p += $3 }
    /^ +[0-9]+ skipped$/ { s += $1 }
    /^(#|ℹ) fail [0-9]+$/ { f += $3 }
    /^(#|ℹ) (skipped|todo) [0-9]+$/ { s += $3 }
    END { print p + 0, f + 0, s + 0 }'
}

# total: says how long the steps took and what broke, and closes with the one line; fails when anything failed.
total() {
  say "Times, $((SECONDS / 60)) min in all:"
  if [[ ${#times[@]} != 0 ]]; then printf '   %s\n' "${times[@]}" >&2; fi
  if [[ ${#broken[@]} != 0 ]]; then
    say 'Failed:'
    printf '   %s\n' "${broken[@]}" >&2
  fi
  printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
  [[ $failed == 0 ]]
}
