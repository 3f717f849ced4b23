#!/bin/sh
# check-rooms.sh - the rooms of src/ include only what stands below them, nothing below tools/ prints or exits, and no two
# types have one name.
set -eu
cd "$(dirname "$0")/.."
failures=0

# A room, and the rooms whose headers it may include; every room may include tbk/*.h and its own.
may_include() {
  case $1 in
  base | semiring | neural | report | transition | tally | corpus | tagged) echo "base" ;;
  tabular) echo "base semiring" ;;
  tree) echo "base" ;;
  conllu) echo "base tree" ;;
  projectivize) echo "base tabular tree" ;;
  oracle) echo "base tabular tree transition projectivize" ;;
  systems) echo "base tabular tree transition projectivize oracle" ;;
  brackets) echo "base" ;;
  constituency) echo "base brackets" ;;
  compare) echo "base tree transition oracle report" ;;
  parser) echo "base conllu transition neural" ;;
  draw) echo "base" ;;
  *) echo "unknown" ;;
  esac
}

for folder in src/*/; do
  room=$(basename "$folder")
  allowed=" $room $(may_include "$room") "
  case $allowed in
  *" unknown "*) echo "src/$room is not in the table of $0"; failures=$((failures + 1)) ;;
  esac
  for other in $(sed -n 's/^ *# *include "\([a-z]*\)\/.*/\1/p' "$folder"*.[ch] | sort -u); do
    case "$allowed tbk " in
    *" $other "*) ;;
    *) echo "src/$room may not include from $other"; failures=$((failures + 1)) ;;
    esac
  done
done

# g_assert() and g_return_if_fail() are for faults of ours and of the caller. What objects import is seen by symbols.sh.
if grep -nE '\b(v?f?printf|f?puts|f?putc|putchar|perror|_?exit|_Exit|quick_exit|abort|std(out|err)|g_(print|printerr|log|error|critical|warning|message|info|debug))( \(|[,;)])' \
  src/*/*.[ch]; then
  echo "nothing in src/ may print, log, exit or abort"
  failures=$((failures + 1))
fi

twins=$(sed -n 's/^} \([A-Z][A-Za-z0-9]*\);.*/\1/p' src/*/*.[ch] | sort | uniq -d)
for type in $twins; do
  echo "two types of src/ are called $type"
  failures=$((failures + 1))
done

echo "rooms: $failures failures"
[ "$failures" = 0 ]
