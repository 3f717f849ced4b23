#!/bin/sh
# check-rooms.sh OBJECT... - the rooms of src/ and tools/ include and call only what stands below them, files call one
# another in no circle, shared functions bear the name of their file, nothing below tools/ prints or exits, and no two types
# have one name. The objects are those of src/ and tools/: in them nm sees what files define and call.
set -eu
for object; do
  case $object in /*) ;; *) object=$PWD/$object ;; esac
  shift
  set -- "$@" "$object"
done
CDPATH='' cd -- "$(dirname "$0")/.."
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A room, and the rooms whose headers it may include; every room may include tbk/*.h and its own. Of tools/ the rooms are
# named with that folder. They may include any room of src/, as the program calls more than the library exports.
may_include() {
  case $1 in
  tools/options) ls src ;;
  tools/commands) echo options "$(ls src)" ;;
  base) echo "" ;;
  io) echo "base" ;;
  tree) echo "base" ;;
  tabular) echo "base" ;;
  projectivize) echo "base tree tabular" ;;
  decode) echo "base tabular" ;;
  conllu) echo "base io tree" ;;
  brackets) echo "base io" ;;
  check) echo "base tree tabular projectivize" ;;
  tags) echo "base tree tabular decode" ;;
  query) echo "base tree conllu" ;;
  corpus) echo "base io tree conllu query" ;;
  report) echo "base io" ;;
  oracle) echo "base tree projectivize brackets" ;;
  systems) echo "base oracle" ;;
  search) echo "base tabular" ;;
  learn) echo "base conllu oracle" ;;
  parser) echo "base conllu brackets corpus oracle learn" ;;
  statistics) echo "base tree projectivize conllu brackets query corpus report" ;;
  evaluation) echo "base conllu brackets query corpus report statistics" ;;
  draw) echo "base io tree check query corpus report oracle statistics evaluation" ;;
  *) echo "unknown" ;;
  esac
}

# The other rooms whose functions in include/tbk/ a room may call.
may_call() {
  case $1 in
  tags) echo "check" ;;
  decode) echo "tree" ;;
  query) echo "projectivize" ;;
  corpus) echo "brackets" ;;
  report) echo "query" ;;
  oracle) echo "tabular" ;;
  systems) echo "tree tabular projectivize" ;;
  search) echo "oracle" ;;
  learn) echo "io" ;;
  parser) echo "io projectivize systems" ;;
  statistics) echo "io check tags oracle systems" ;;
  evaluation) echo "io tree decode oracle" ;;
  draw) echo "projectivize conllu brackets" ;;
  esac
}

# Shared names that bear neither their file's name nor that of a type. docs/design/extend.md has the rule.
has_no_prefix() {
  echo "reserve_words"
}

for folder in src/*/ tools/*/; do
  room=${folder#src/}
  room=${room%/}
  allowed=" ${room#tools/} $(may_include "$room" | tr '\n' ' ') "
  case $allowed in
  *" unknown "*) echo "$folder is not in the table of $0"; failures=$((failures + 1)) ;;
  esac
  for other in $(sed -n 's/^ *# *include "\([a-z/]*\)\/[^/]*".*/\1/p' "$folder"*.[ch] | sort -u); do
    case "$allowed tbk " in
    *" $other "*) ;;
    *) echo "$folder may not include from $other"; failures=$((failures + 1)) ;;
    esac
  done
done

# A file that moves or splits keeps no name that it had.
for file in src/*/*.[ch] tools/*.c tools/*/*.[ch]; do
  read -r first <"$file"
  case $first in
  "/* ${file##*/} - "*) ;;
  *) echo "$file begins with '$first', expected '/* ${file##*/} - '"; failures=$((failures + 1)) ;;
  esac
done

for name in $(ls src/*/*.[ch] tools/*.[ch] tools/*/*.[ch] | sed 's/.*\///' | sort | uniq -d); do
  echo "two files are called $name"
  failures=$((failures + 1))
done

# g_assert() and g_return_if_fail() are for faults of ours and of the caller. What objects import is seen by symbols.sh.
if grep -nE '\b(v?f?printf|f?puts|f?putc|putchar|perror|_?exit|_Exit|quick_exit|abort|std(out|err)|g_(print|printerr|log|error|critical|warning|message|info|debug))( \(|[,;)])' \
  src/*/*.[ch]; then
  echo "nothing in src/ may print, log, exit or abort"
  failures=$((failures + 1))
fi

# Messages may name a function only where the program and Python put their own word for it.
for name in $(sed 's|^ *[/ ]\*.*||' src/*/*.[ch] | grep -oE '"([^"\\]|\\.)*"' | grep -oE '\btbk_[a-z_]+ ?\(' | tr -d ' (' | sort -u); do
  for file in tools/options/tool.c python/tbk/_library.py; do
    grep -qF "\"$name()\"" "$file" || {
      echo "a message names $name(), for which $file has no word"
      failures=$((failures + 1))
    }
  done
done

twins=$(sed -n 's/^} \([A-Z][A-Za-z0-9]*\);.*/\1/p' src/*/*.[ch] | sort | uniq -d)
for type in $twins; do
  echo "two types of src/ are called $type"
  failures=$((failures + 1))
done

# FILE KIND NAME: what a file defines (T) or needs (U). Names that begin with __ are the compiler's.
nm -A -g --format=posix "$@" | sed -n 's/^.*src\/\(.*\)\.o: \([^ ]*\) U.*/\1 U \2/p; t; s/^.*src\/\(.*\)\.o: \([^ ]*\) [A-Z].*/\1 T \2/p' |
  grep -v ' __' >"$scratch/names"

# calls <NAMES >CALLS: FROM TO NAME: the file FROM needs what the file TO defines.
calls() {
  awk '$2 != "U" { file[$3] = $1 }
       $2 == "U" { needs[$1 " " $3] }
       END { for (need in needs) { split (need, part); if (part[2] in file) print part[1], file[part[2]], part[2] } }' |
    LC_ALL=C sort
}
calls <"$scratch/names" >"$scratch/calls"

# The same of rooms.
calls_of_rooms() {
  awk '{ sub (/\/[^\/]*$/, "", $1); sub (/\/[^\/]*$/, "", $2); if ($1 != $2) print }' "$1" | sort -u
}
calls_of_rooms "$scratch/calls" >"$scratch/rooms"
for pair in $(cut -d' ' -f1,2 "$scratch/rooms" | sort -u | tr ' ' :); do
  case " $(may_include "${pair%:*}") $(may_call "${pair%:*}") " in
  *" ${pair#*:} "*) ;;
  *)
    echo "src/${pair%:*} may not call src/${pair#*:}:" $(sed -n "s|^${pair%:*} ${pair#*:} ||p" "$scratch/rooms")
    failures=$((failures + 1))
    ;;
  esac
done

# Two rings: the core calls nothing of what stands around it.
core='^(base|io|tree|tabular|projectivize|conllu|brackets|query|corpus|report|oracle|systems|statistics)/'
around='^statistics/(tag_figures|check_tally|word_order|word_order_table)$'
awk -v core="$core" -v around="$around" 'function is_core(file) { return file ~ core && file !~ around }
  is_core($1) && !is_core($2) { print "src/" $1 " is of the core, and calls " $3 " of src/" $2; }' "$scratch/calls" >"$scratch/rings"
cat "$scratch/rings"
[ ! -s "$scratch/rings" ] || failures=$((failures + 1))

for room in $(cut -d' ' -f1 "$scratch/rooms" | sort -u); do
  for other in $(may_call "$room"); do
    grep -q "^$room $other " "$scratch/rooms" && continue
    echo "src/$room may call src/$other, and calls nothing there"
    failures=$((failures + 1))
  done
done

# no_circle WHAT: the pairs of standard input, without those of one room or file, have no circle.
no_circle() {
  tsort >/dev/null 2>"$scratch/circle" && return
  echo "a circle of $1:" $(sed 's/^tsort: //; /contains a loop/d' "$scratch/circle")
  failures=$((failures + 1))
}
cut -d' ' -f1,2 "$scratch/rooms" | sort -u >"$scratch/pairs"
no_circle rooms <"$scratch/pairs"
cut -d' ' -f1,2 "$scratch/calls" | sort -u >"$scratch/pairs"
no_circle files <"$scratch/pairs"

# The same of tools/, whose rooms call what they may include. Files in no room, as main.c, call any.
nm -A -g --format=posix "$@" | sed -n 's/^.*tools\/\(.*\)\.o: \([^ ]*\) \([A-Z]\).*/tools\/\1 \3 \2/p' | calls >"$scratch/tools"
[ -s "$scratch/tools" ] || { echo "no calls of files of tools/ were seen"; failures=$((failures + 1)); }
calls_of_rooms "$scratch/tools" | grep -v '^tools ' >"$scratch/rooms"
for pair in $(cut -d' ' -f1,2 "$scratch/rooms" | sort -u | tr ' ' :); do
  case " $(may_include "${pair%:*}" | tr '\n' ' ') " in
  *" ${pair#*:tools/} "*) ;;
  *)
    echo "${pair%:*} may not call ${pair#*:}:" $(sed -n "s|^${pair%:*} ${pair#*:} ||p" "$scratch/rooms")
    failures=$((failures + 1))
    ;;
  esac
done
cut -d' ' -f1,2 "$scratch/rooms" | sort -u >"$scratch/pairs"
no_circle "rooms of tools/" <"$scratch/pairs"
cut -d' ' -f1,2 "$scratch/tools" | sort -u >"$scratch/pairs"
no_circle "files of tools/" <"$scratch/pairs"

# ROOM TYPE: types as prefixes, `* TYPE` those of include/tbk/.
types() {
  cat "$2"*.[ch] | sed -n "s/^} \(Tbk\)\{0,1\}\([A-Z][A-Za-z0-9]*\);.*/\2/p; s/^typedef [a-z]* [A-Za-z]* \(Tbk\)\{0,1\}\([A-Z][A-Za-z0-9]*\);.*/\2/p" |
    sed 's/\([a-z0-9]\)\([A-Z]\)/\1_\2/g' | tr 'A-Z' 'a-z' | sed "s:^:$1 :"
}
types '*' include/tbk/ >"$scratch/types"
for room in $(sed 's/\/[^\/]* . .*//' "$scratch/names" | sort -u); do
  types "$room" "src/$room/"
done >>"$scratch/types"
# PATH SECTION: the sections of files that have several, "/* 2. NAME: what it is".
grep -Eo '^/\* [0-9]+\. [a-z_0-9]+:' src/*/*.c | sed 's/^src\/\(.*\)\.c:.*\. \([a-z_0-9]*\):$/\1 \2/' >"$scratch/sections"
has_no_prefix | tr ' ' '\n' >"$scratch/exceptions"
awk -v types="$scratch/types" -v exceptions="$scratch/exceptions" -v sections="$scratch/sections" '
  BEGIN { while ((getline <types) > 0) is_type[$0]; while ((getline <exceptions) > 0) is_exception[$0]; while ((getline <sections) > 0) of[$1] = of[$1] " " $2 "_" }
  $2 != "T" || $3 in is_exception || $3 ~ /^(tbk|record|solver|sr)_/ { next }
  {
    n = split ($1, path, "/"); file = path[n]; room = substr ($1, 1, length ($1) - length (file) - 1)
    n_of = split (file "_ " of[$1], heads, " ")
    m = split ($3, part, "_")
    for (i = 1; i <= m; i++) {
      word = i == 1 ? part[1] : word "_" part[i]
      if (room " " word in is_type || "* " word in is_type) next
      for (h = 1; h <= n_of; h++)
        if (index (heads[h], word "_") == 1 || (i > 1 && index ("phrase_" heads[h], word "_") == 1)) next
    }
    print "src/" $1 ".c defines " $3 ", which begins with the name neither of its file, nor of a section of it, nor of a type"
  }' "$scratch/names" >"$scratch/strays"
cat "$scratch/strays"
[ ! -s "$scratch/strays" ] || failures=$((failures + 1))

echo "rooms: $failures failures"
[ "$failures" = 0 ]
