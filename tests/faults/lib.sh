# lib.sh - what the parts of these tests share. A part begins with
#     . "$1/lib.sh"
# and ends with `finish`. Between them `try NAME FUNCTION [ARGUMENT...]` is one test: FUNCTION runs in a subshell in an
# empty folder; it ends with `fail` or, if this machine cannot do it, `skip`; else the test has passed, provided that no
# temporary file is left.
scratch=$2
n_tests=0 n_passed=0 n_failed=0 n_skipped=0

fail ()
{
  echo "$*"
  exit 1
}

skip ()
{
  echo "$*"
  exit 77
}

# Waits until a run has a file under construction in this folder or below: one without a name, or a hidden one.
wait_for_temporary ()
{
  n=0
  until has_temporary; do
    [ $n -lt 200 ] || fail 'there is no file under construction'
    sleep 0.05
    n=$((n + 1))
  done
}

has_temporary ()
{
  for file in .*.tmp */.*.tmp; do
    [ ! -e "$file" ] || return 0
  done
  ls -l /proc/[0-9]*/fd 2>/dev/null | grep -qF " $(pwd -P)/#" && return
  ls -l /proc/[0-9]*/fd 2>/dev/null | grep -F " $(pwd -P)/" | grep -q '(deleted)$'
}

no_temporary_files ()
{
  for file in .*.tmp */.*.tmp; do
    [ ! -e "$file" ] || fail "temporary file left: $file"
  done
}

try ()
{
  n_tests=$((n_tests + 1))
  test_name=$1
  shift
  room=$scratch/$n_tests
  mkdir "$room"
  (cd "$room" && "$@" && no_temporary_files) >"$room.log" 2>&1 </dev/null
  case $? in
  0) n_passed=$((n_passed + 1)) ;;
  77) n_skipped=$((n_skipped + 1)); printf 'skipped %s: ' "$test_name"; cat "$room.log" ;;
  *) n_failed=$((n_failed + 1)); printf 'FAILED %s: ' "$test_name"; head -n 20 "$room.log" ;;
  esac
}

finish ()
{
  echo "COUNTS $n_passed $n_failed $n_skipped"
}

# run STATUS COMMAND [ARGUMENT...]: the command must end with STATUS; its output is then in $room.out and $room.err.
run ()
{
  expected=$1
  shift
  "$@" >"$room.out" 2>"$room.err"
  found=$?
  [ $found -eq "$expected" ] || fail "status $found, expected $expected: $(echo "$*" | head -c 200) $(echo; head -c 1000 "$room.err")"
}

# said TEXT: the last command run has said it on standard error. said_nothing: it has not said anything.
said ()
{
  grep -qF -e "$1" "$room.err" || fail "standard error is $(echo; head -c 1000 "$room.err"), expected $1"
}

said_nothing ()
{
  [ ! -s "$room.err" ] || fail "standard error is $(echo; head -c 1000 "$room.err"), expected nothing"
}

# wrote FILE: the last command run has written to standard output what is in FILE.
wrote ()
{
  cmp "$1" "$room.out" || fail "standard output is not as expected"
}

same ()
{
  cmp "$1" "$2" || fail "$1 and $2 differ"
}

# put_old FILE makes a file that kept_old FILE finds unchanged.
put_old ()
{
  echo old >"$1"
}

kept_old ()
{
  [ "$(cat "$1")" = old ] || fail "$1 has changed"
}

missing ()
{
  [ ! -e "$1" ] || fail "there is a file $1"
}

# words ID:HEAD...: lines of CoNLL-U, and nothing after them. sentence SENT_ID ID:HEAD...: a whole sentence.
words ()
{
  for word; do
    printf '%s\tba\t_\t_\t_\t_\t%s\tdep\t_\t_\n' "${word%:*}" "${word##*:}"
  done
}

sentence ()
{
  printf '# sent_id = %s\n' "$1"
  shift
  words "$@"
  echo
}

# many N: as many sentences of four words, of which the second is to be moved.
many ()
{
  awk -v n="$1" 'BEGIN {
    for (i = 1; i <= n; i++)
      printf "# sent_id = %d\n1\tkesi\t_\t_\t_\t_\t0\troot\t_\t_\n2\truna\t_\t_\t_\t_\t4\tobl\t_\t_\n" \
             "3\ttilo\t_\t_\t_\t_\t1\tobj\t_\t_\n4\tdopu\t_\t_\t_\t_\t3\tnmod\t_\t_\n\n", i
  }'
}

# limited KILOBYTES COMMAND...: with no more address space than that. A program built with sanitizers needs terabytes, and
# the emulator of another processor more than the program.
limited ()
{
  kilobytes=$1
  shift
  (ulimit -v "$kilobytes" && exec "$@")
}

# Whether the program starts within KILOBYTES. can_limit KILOBYTES
can_limit ()
{
  limited "$1" tbk --version >/dev/null 2>&1
}
