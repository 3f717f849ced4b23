#!/bin/sh
# check-rooms.sh - the rooms of src/ include only what stands below them, nothing below tools/ prints or exits, and no two
# types have one name.
set -eu
CDPATH='' cd -- "$(dirname "$0")/.."
failures=0

# A room, and the rooms whose headers it may include; every room may include tbk/*.h and its own. Rooms of phrase structure
# are folders of src/phrase/.
may_include() {
  case $1 in
  base | semiring) echo "" ;;
  streams | report | transition | tally | draw) echo "base" ;;
  network) echo "base features transition" ;;
  tabular) echo "base semiring" ;;
  tree) echo "base" ;;
  conllu) echo "base streams tree" ;;
  corpus) echo "base streams" ;;
  projectivize) echo "base tabular tree" ;;
  oracle) echo "base tabular tree transition projectivize" ;;
  systems) echo "base tabular tree transition projectivize oracle" ;;
  features) echo "base conllu" ;;
  parser) echo "base conllu transition features network" ;;
  evaluate) echo "base conllu phrase/brackets" ;;
  compare) echo "base tree transition oracle report" ;;
  phrase/brackets) echo "base streams" ;;
  phrase/oracle) echo "base phrase/brackets" ;;
  phrase/parser) echo "base parser phrase/brackets" ;;
  phrase/statistics) echo "base tally" ;;
  *) echo "unknown" ;;
  esac
}

for folder in src/*/ src/phrase/*/; do
  room=${folder#src/}
  room=${room%/}
  [ "$room" != phrase ] || continue
  allowed=" $room $(may_include "$room") "
  case $allowed in
  *" unknown "*) echo "src/$room is not in the table of $0"; failures=$((failures + 1)) ;;
  esac
  for other in $(sed -n 's/^ *# *include "\([a-z/]*\)\/[^/]*".*/\1/p' "$folder"*.[ch] | sort -u); do
    case "$allowed tbk " in
    *" $other "*) ;;
    *) echo "src/$room may not include from $other"; failures=$((failures + 1)) ;;
    esac
  done
done

# g_assert() and g_return_if_fail() are for faults of ours and of the caller. What objects import is seen by symbols.sh.
if grep -nE '\b(v?f?printf|f?puts|f?putc|putchar|perror|_?exit|_Exit|quick_exit|abort|std(out|err)|g_(print|printerr|log|error|critical|warning|message|info|debug))( \(|[,;)])' \
  src/*/*.[ch] src/*/*/*.[ch]; then
  echo "nothing in src/ may print, log, exit or abort"
  failures=$((failures + 1))
fi

twins=$(sed -n 's/^} \([A-Z][A-Za-z0-9]*\);.*/\1/p' src/*/*.[ch] src/*/*/*.[ch] | sort | uniq -d)
for type in $twins; do
  echo "two types of src/ are called $type"
  failures=$((failures + 1))
done

echo "rooms: $failures failures"
[ "$failures" = 0 ]
