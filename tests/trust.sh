#!/bin/sh
# trust.sh REPORT [SECONDS [MUTATIONS]] - runs what takes long, and writes the last line of each into REPORT, a page.
#
# What SKIP names is left out. What was done is kept in build/trust, a file for each, and not done again: take the folder away to begin anew. Fuzzing takes
# SECONDS (60) for each target; its executions are summed over that file, fuzz-TARGET, and what further runs of `make fuzz` wrote to fuzz-TARGET.2 and so on.
set -u
CDPATH='' cd -- "$(dirname "$0")/.."
report=$1 seconds=${2-60} mutations=${3-20}
logs=build/trust
mkdir -p $logs

# once NAME COMMAND...: the command, if its log is not there; a log has its name only once it is complete.
once ()
{
  name=$1
  shift
  case " ${SKIP-} " in
  *" $name "*) return ;;
  esac
  [ -e "$logs/$name" ] && return
  echo "trust: $name" >&2
  "$@" >"$logs/$name.part" 2>&1
  mv "$logs/$name.part" "$logs/$name"
}

last ()
{
  grep -E "$2" "$logs/$1" 2>/dev/null | tail -n 1 | grep . || echo 'not run'
}

# The executions of a target in all its runs, and how the last one ended.
executions ()
{
  awk '
    FNR == 1 { failed = 0 }
    /SUMMARY/ { failed = 1 }
    /^stat::number_of_executed_units:/ { executions += $2; runs++ }
    END {
      if (runs == 0) { print "not run"; exit }
      outcome = failed ? "**a failure**" : "no failure"
      if (runs > 1) outcome = outcome " in the last of " runs " runs"
      printf "%d executions under AddressSanitizer and UndefinedBehaviorSanitizer, %s\n", executions, outcome
    }' $(ls -tr "$logs/fuzz-$1" "$logs/fuzz-$1".* 2>/dev/null) </dev/null
}

targets=$(ls tests/fuzz/fuzz_*.c | sed 's/.*fuzz_\(.*\)\.c/\1/')
for target in $targets; do
  once "fuzz-$target" make --no-print-directory fuzz FUZZ="$target" SECONDS="$seconds"
done
once exhaustive make --no-print-directory check-exhaustive
once faults make --no-print-directory check-faults FAULTS=all
once kill make --no-print-directory check-kill
once damage make --no-print-directory check-damage FLIPS=100000
once threads make --no-print-directory check-threads
once doubling make --no-print-directory check-doubling
once analyze make --no-print-directory analyze
once coverage make --no-print-directory coverage
once mutate make --no-print-directory mutate N="$mutations"

{
  printf '# What stands behind tbk\n\n'
  printf 'Made by `make trust` on %s, tbk %s, commit %s, %s, %s cores.\n\n' "$(date -u +%Y-%m-%d)" \
    "$(build/tbk --version | cut -d ' ' -f 2)" "$(git rev-parse --short HEAD)" "$(uname -srm)" "$(nproc)"
  printf '| what | found |\n|---|---|\n'
  for target in $targets; do
    printf '| fuzzing: %s | %s |\n' "$target" "$(executions "$target")"
  done
  printf '| all small trees | %s |\n' "$(last exhaustive '^[0-9]+ words')"
  printf '| all configurations of 5 words | %s |\n' "$(last exhaustive Synthesis | sed 's/\[====\] Synthesis: //; s/ *| */, /g')"
  printf '| calls that fail, each in turn | %s |\n' "$(last faults '^faults injected')"
  printf '| `kill -9` at random moments | %s |\n' "$(last kill '^killed')"
  printf '| damaged files | %s |\n' "$(last damage '^damage')"
  printf '| eight threads under ThreadSanitizer | %s |\n' "$(last threads '^threads')"
  printf '| twice the input, each command | %s |\n' "$(last doubling '^doubling')"
  printf '| static analysis | %s |\n' "$(grep -E '^(GCC|clang-tidy|cppcheck)' "$logs/analyze" 2>/dev/null | paste -s -d ';' | sed 's/;/; /g' | grep . || echo 'not run')"
  printf '| reached by the tests | %s |\n' "$(grep -E '^(lines|branches):' "$logs/coverage" 2>/dev/null | paste -s -d ';' | sed 's/;/; /g' | grep . || echo 'not run')"
  printf '| errors | %s |\n' "$(last coverage '^errors:' | sed 's/^errors: //')"
  printf '| changes of one token | %s |\n' "$(last mutate '^mutate')"
} >"$report.new"
[ ! -e "$report" ] || sed -n '/^## /,$p' "$report" >"$logs/rest"
[ ! -s "$logs/rest" ] || { echo; cat "$logs/rest"; } >>"$report.new"
mv "$report.new" "$report"
cat "$report"
