#!/bin/sh
# run.sh PROGRAM [NAME...] - the tests of the command line: those that are named, or all here and then those of ../faults.
#
# A folder NAME/ beside this script is a test. Its file `cmd` is run by sh in a scratch folder with copies of the other
# files (not of those named here), where `tbk` means PROGRAM. Standard output must then equal the file `out`, standard
# error `err` (nothing, if they are not there), the exit status what `status` holds (0), and every file of the folder
# files/ must be there with the same bytes; no temporary file may be left. TBK_VALGRIND=1 runs only the tests that have a
# file `valgrind`, under valgrind. TBK_ACCEPT=ask shows what differs and asks whether that is to be expected from now on,
# TBK_ACCEPT=yes does not ask; neither runs ../faults.
export LC_ALL=C G_DEBUG=fatal-warnings
unset LANGUAGE CDPATH

here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
case $1 in
/*) program=$1 ;;
?*) program=$PWD/$1 ;;
*) echo "usage: run.sh PROGRAM [NAME...]" >&2; exit 2 ;;
esac
shift
names=$*
[ -x "$program" ] || { echo "run.sh: $program: no such program" >&2; exit 2; }
for name in $names; do
  [ -e "$here/$name/cmd" ] || { echo "run.sh: $name: no such test" >&2; exit 2; }
done

scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-golden.XXXXXX") || exit 3
workers=
trap 'rm -rf "$scratch"' EXIT
trap 'kill $workers 2>/dev/null; exit 130' INT
trap 'kill $workers 2>/dev/null; exit 143' TERM
mkdir "$scratch/bin"
PATH=$scratch/bin:$PATH

needed=cmd
if [ -n "$TBK_VALGRIND" ]; then
  if ! command -v valgrind >/dev/null; then
    echo "skipped: TBK_VALGRIND is set, but there is no valgrind"
    echo "0 passed, 0 failed"
    exit 0
  fi
  needed=valgrind
  printf '#!/bin/sh\nexec valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "%s" "$@"\n' \
    "$program" >"$scratch/bin/tbk"
  chmod +x "$scratch/bin/tbk"
else
  ln -s "$program" "$scratch/bin/tbk"
fi

# Tells how two files differ, if they do, and keeps what was found for TBK_ACCEPT. compare WHAT FILE FOUND; FILE is that in
# the folder of the test.
compare ()
{
  expected_file=$here/$name/$2
  [ -e "$expected_file" ] || expected_file=/dev/null
  cmp -s "$expected_file" "$3" && return
  is_good=no
  echo "FAILED $name: $1"
  diff -au -L "expected: $name/$2" -L "found" "$expected_file" "$3"
  mkdir -p "$(dirname "$scratch/found/$name/$2")"
  cp "$3" "$scratch/found/$name/$2"
}

# Makes all that was found and differs what is expected. Without a file nothing is expected, and status 0.
accept ()
{
  (CDPATH='' cd -- "$scratch/found" && find . -type f) | while read -r file; do
    if [ -s "$scratch/found/$file" ] || [ "${file#./*/files/}" != "$file" ]; then
      cp "$scratch/found/$file" "$here/$file"
    else
      rm -f "$here/$file"
    fi
  done
}

run_test ()
{
  room=$scratch/$name
  cp -R "$here/$name" "$room"
  (CDPATH='' cd -- "$room" && rm -rf cmd out err status files valgrind && exec sh "$here/$name/cmd" </dev/null >"$room.out" 2>"$room.err")
  found=$?
  expected=0
  [ ! -e "$here/$name/status" ] || read -r expected <"$here/$name/status"

  is_good=yes
  compare "standard output" out "$room.out"
  compare "standard error" err "$room.err"
  if [ "$found" != "$expected" ]; then
    is_good=no
    echo "FAILED $name: status $found, expected $expected"
    mkdir -p "$scratch/found/$name"
    { [ "$found" = 0 ] || echo "$found"; } >"$scratch/found/$name/status"
  fi
  for file in "$here/$name/files"/* "$here/$name/files"/*/*; do
    [ -f "$file" ] || continue
    if [ -e "$room/${file#"$here/$name/files/"}" ]; then
      compare "${file#"$here/$name/files/"}" "${file#"$here/$name/"}" "$room/${file#"$here/$name/files/"}"
    else
      is_good=no
      echo "FAILED $name: there is no file ${file#"$here/$name/files/"}"
    fi
  done
  for file in "$room"/.*.tmp "$room"/*/.*.tmp; do
    [ -e "$file" ] || continue
    is_good=no
    echo "FAILED $name: temporary file left: ${file#"$room/"}"
  done
  [ $is_good = yes ] && n_passed=$((n_passed + 1)) || n_failed=$((n_failed + 1))
}

# Runs every n_workers-th test, from the one given on. Diffs and the two counts go to a file.
work ()
{
  n_passed=0 n_failed=0 n=0
  for name in ${names:-$(ls "$here")}; do
    [ -e "$here/$name/$needed" ] || continue
    n=$((n + 1))
    [ $((n % n_workers)) -eq "$1" ] || continue
    began=${TBK_TIMES:+$(date +%s%N)}
    run_test
    [ -z "$began" ] || echo "$((($(date +%s%N) - began) / 1000000)) $name" >>"$TBK_TIMES/golden.$1"
  done
  echo "$n_passed $n_failed" >"$scratch/counts.$1"
}

n_workers=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
i=0
while [ $i -lt "$n_workers" ]; do
  work $i >"$scratch/report.$i" &
  workers="$workers $!"
  i=$((i + 1))
done
wait
passed=0 failed=0
i=0
while [ $i -lt "$n_workers" ]; do
  cat "$scratch/report.$i"
  if read -r n_passed n_failed <"$scratch/counts.$i"; then
    passed=$((passed + n_passed)) failed=$((failed + n_failed))
  else
    failed=$((failed + 1))
  fi
  i=$((i + 1))
done

if [ -n "$TBK_ACCEPT" ] && [ -d "$scratch/found" ]; then
  echo "$(ls "$scratch/found" | tr '\n' ' ')differ: take what was found? [y/N]"
  [ "$TBK_ACCEPT" = yes ] && answer=y || read -r answer
  case $answer in
  y | Y | yes)
    accept
    # Again, by which it is seen that the output is the same each time.
    TBK_ACCEPT= "$here/run.sh" "$program" $(ls "$scratch/found")
    exit
    ;;
  *) echo "nothing taken" ;;
  esac
fi
if [ -z "$TBK_VALGRIND$TBK_ACCEPT$names" ]; then
  "$here/../faults/run.sh" "$program" >"$scratch/faults" &
  workers=$!
  wait $workers
  sed '$d' "$scratch/faults"
  tail -n 1 "$scratch/faults" >"$scratch/counts"
  if read -r n_passed _ n_failed _ <"$scratch/counts" && [ -n "$n_failed" ]; then
    passed=$((passed + n_passed)) failed=$((failed + n_failed))
  else
    failed=$((failed + 1))
  fi
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
