# shellcheck shell=bash
# Runs checks and test runners, continues after failures, adds up the results, and measures the duration of each step.

passed=0
failed=0
skipped=0
flaky=0
failed_steps=()
durations=()
logs=${CARGO_TARGET_DIR:-target}/test-logs

# check NAME COMMAND…: runs one check.
check() {
  local name=$1 start=$SECONDS && shift
  log "$name"
  if "$@"; then add_counts "$name" 1 0; else add_counts "$name" 0 1; fi
  record_duration "$name" "$start"
}

# suite NAME COMMAND…: runs a test runner, writes its output to a log file and reads its summary. A test runner that fails without a
# failed test, or that runs no test, counts as one failure.
suite() {
  local name=$1 log="$logs/${1// /-}.log" status=0 start=$SECONDS p f s repeated && shift
  mkdir -p "$logs"
  log "$name"
  "$@" 2>&1 | tee "$log" || status=$?
  read -r p f s repeated <<<"$(summary <"$log")"
  flaky=$((flaky + repeated))
  if [[ $f == 0 ]] && [[ $status != 0 || $p == 0 ]]; then f=1; fi
  add_counts "$name" "$p" "$f" "$s"
  record_duration "$name" "$start"
}

# record_duration NAME START: records the duration of a step that started at second START of the script.
record_duration() { durations+=("$(printf '%3d min %02d s  %s' $(((SECONDS - $2) / 60)) $(((SECONDS - $2) % 60)) "$1")"); }

# add_counts NAME PASSED FAILED [SKIPPED]
add_counts() {
  passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + ${4-0}))
  if [[ $3 != 0 ]]; then failed_steps+=("$1"); fi
}

# summary: reads the output of vitest, nextest, cargo test, Playwright or node:test, prints "PASSED FAILED SKIPPED
# FLAKY"; flaky tests failed first and passed when they were repeated, and are among those that passed.
summary() {
  sed $'s/\e\\[[0-9;]*m//g' | awk '
    function number_before(word,   m) { return match($0, "[0-9]+ " word) ? substr($0, RSTART) + 0 : 0 }
    /^ +Tests +[0-9]/ || /^ +Summary \[/ || /^test result: / {
      p += number_before("passed"); f += number_before("failed") + number_before("timed out") + number_before("exec failed")
      s += number_before("skipped") + number_before("ignored") + number_before("todo"); r += number_before("flaky")
    }
    /^ +[0-9]+ (passed|flaky)( \(|$)/ { p += $1 }
    /^ +[0-9]+ (failed|interrupted)$/ { f += $1 }
    /^(#|ℹ) pass [0-9]+$/ { p += $3 }
    /^ +[0-9]+ skipped$/ { s += $1 }
    /^(#|ℹ) fail [0-9]+$/ { f += $3 }
    /^(#|ℹ) (skipped|todo) [0-9]+$/ { s += $3 }
    /^Flaky: / { r += 1 }
    END { print p + 0, f + 0, s + 0, r + 0 }'
}

# print_total: prints the durations, the failed steps and a last line with the counts. Returns 1 if anything failed.
print_total() {
  log "Durations, $((SECONDS / 60)) min in total:"
  if [[ ${#durations[@]} != 0 ]]; then printf '   %s\n' "${durations[@]}" >&2; fi
  if [[ ${#failed_steps[@]} != 0 ]]; then
    log 'Failed:'
    printf '   %s\n' "${failed_steps[@]}" >&2
  fi
  if [[ $flaky != 0 ]]; then log "Flaky: $flaky failed first and passed when repeated; explain and repair them (docs/decisions/0061)"; fi
  printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
  [[ $failed == 0 ]]
}
