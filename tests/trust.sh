#!/bin/sh
# trust.sh REPORT [SECONDS [MUTATIONS]] - runs what takes long, and writes the last line of each into REPORT, a page.
#
# All runs are of one commit, and the working folder must be as that is. What was done is kept in build/trust/COMMIT, a file for each,
# and not done again; what SKIP names is left out. Its row is that of the last commit before that has one, and says so. With ONLY the runs
# that it names are made and no page is written, so that several processes can share the work. Fuzzing takes SECONDS (60) for each target.
# What stands below the table of REPORT, from its next heading on, stays.
set -u
CDPATH='' cd -- "$(dirname "$0")/.."
report=$1 seconds=${2-60} mutations=${3-20}
if [ -n "$(git status --porcelain | grep -v " $report\$")" ]; then
  echo "trust.sh: the working folder is not as its last commit; commit or put aside what git status shows" >&2
  exit 1
fi
commit=$(git rev-parse --short=8 HEAD)
logs=build/trust/$commit
mkdir -p "$logs"

# once NAME COMMAND...: the command, if its log is not there; a log has its name only once it is complete.
once ()
{
  name=$1
  shift
  case " ${SKIP-} " in *" $name "*) return ;; esac
  case " ${ONLY-$name} " in *" $name "*) ;; *) return ;; esac
  [ -e "$logs/$name" ] && return
  echo "trust: $name, $(date +%H:%M)" >&2
  "$@" >"$logs/$name.part" 2>&1
  echo "status $?" >>"$logs/$name.part"
  mv "$logs/$name.part" "$logs/$name"
}

earlier=$(git log --format=%h --abbrev=8 --skip=1 -n 1000)

# find_log NAME: sets `log` to the log of the commit, or else of the last one before that has one, and `of` to what a row says of that.
find_log ()
{
  log=$logs/$1 of=
  [ ! -e "$log" ] || return 0
  for before in $earlier; do
    log=build/trust/$before/$1 of=" (of $before)"
    [ ! -e "$log" ] || return 0
  done
  echo 'not run'
  return 1
}

# last NAME PATTERN: the last line of a log that has the pattern; what is left out there, and what failed, is told.
last ()
{
  find_log "$1" || return
  found=$(grep -E "$2" "$log" | tail -n 1)
  echo "${found:-**it ended without a result, with $(tail -n 1 "$log")**}$of"
}

# joined NAME PATTERN: all lines that have the pattern.
joined ()
{
  find_log "$1" || return
  echo "$(grep -E "$2" "$log" | paste -s -d ';' | sed 's/;/; /g')$of"
}

# tested NAME: what Criterion says at the end.
tested ()
{
  joined "$1" 'Tested: [1-9]' | sed 's/\[====\] Synthesis: //g; s/ *| */, /g; s/ *;/;/g; s/  */ /g; s/ $//'
}

# The executions of a target, and how they ended.
executions ()
{
  find_log "fuzz-$1" || return
  awk -v of="$of" '
    /SUMMARY/ { failed = 1 }
    /^Done [0-9]+ runs in / { time = $5 }
    /^stat::number_of_executed_units:/ { executions = $2 }
    END {
      if (failed || executions == "") print "**a failure**" of
      else printf "%d executions in %d s under AddressSanitizer and UndefinedBehaviorSanitizer, no failure%s\n", executions, time, of
    }' "$log"
}

targets=$(ls tests/fuzz/fuzz_*.c | sed 's/.*fuzz_\(.*\)\.c/\1/')
for target in $targets; do
  once "fuzz-$target" make --no-print-directory fuzz FUZZ="$target" SECONDS="$seconds"
done
once san-library make --no-print-directory SAN=1 check-library
once san-commands make --no-print-directory SAN=1 check-cli
once valgrind make --no-print-directory check-valgrind
once corpora env TBK_WHOLE=1 make --no-print-directory check-library FILTER='@(corpora|sequences)/*'
once exhaustive make --no-print-directory check-exhaustive
once faults make --no-print-directory check-faults FAULTS=all
once kill make --no-print-directory check-kill
once damage make --no-print-directory check-damage FLIPS="${FLIPS-100000}"
once threads make --no-print-directory check-threads
once doubling make --no-print-directory check-doubling
once analyze make --no-print-directory analyze
once coverage make --no-print-directory coverage
once mutate make --no-print-directory mutate N="$mutations"
[ -z "${ONLY-}" ] || exit 0

{
  printf '# What stands behind tbk\n\n'
  printf 'Made by `make trust` on %s: every row is of commit %s, tbk %s, on %s, %s cores, but for those that name another commit.\n\n' \
    "$(date -u +%Y-%m-%d)" "$commit" "$(build/tbk --version | cut -d ' ' -f 2)" "$(uname -srm)" "$(nproc)"
  printf '| what | found |\n|---|---|\n'
  for target in $targets; do
    printf '| fuzzing: %s | %s |\n' "$target" "$(executions "$target")"
  done
  printf '| tests of the library under the sanitizers | %s |\n' "$(tested san-library)"
  printf '| commands under the sanitizers | %s |\n' "$(last san-commands '^cli:')"
  printf '| commands under valgrind | %s |\n' "$(last valgrind '^cli:')"
  printf '| methods and sequences on all real treebanks | %s |\n' "$(tested corpora)"
  printf '| all small trees | %s |\n' "$(last exhaustive '^[0-9]+ words')"
  printf '| all configurations of 5 words | %s |\n' "$(tested exhaustive)"
  printf '| calls that fail, each in turn | %s |\n' "$(last faults '^faults injected')"
  printf '| `kill -9` at random moments | %s |\n' "$(last kill '^killed')"
  printf '| damaged files | %s |\n' "$(last damage '^damage')"
  printf '| eight threads under ThreadSanitizer | %s |\n' "$(last threads '^threads')"
  printf '| twice the input, each command | %s |\n' "$(last doubling '^doubling')"
  printf '| static analysis | %s |\n' "$(joined analyze '^(GCC|clang-tidy|cppcheck)')"
  printf '| reached by the tests | %s |\n' "$(joined coverage '^(lines|branches):')"
  printf '| errors | %s |\n' "$(last coverage '^errors:' | sed 's/^errors: //')"
  printf '| changes of one token | %s |\n' "$(last mutate '^mutate')"
} >"$report.new"
[ ! -e "$report" ] || sed -n '/^## /,$p' "$report" >"$logs/rest"
[ ! -s "$logs/rest" ] || { echo; cat "$logs/rest"; } >>"$report.new"
mv "$report.new" "$report"
cat "$report"
