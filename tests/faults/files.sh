# files.sh - outputs that cannot be written, inputs that cannot be read, names, locales.
. "$1/lib.sh"

full_device ()
{
  [ -c /dev/full ] || skip 'there is no /dev/full'
  many 10 >in
  for command in 'projectivize in' restore\ in 'stats in' --help --version 'stats --help' 'projectivize -o - in'; do
    run 3 sh -c 'tbk $0 >/dev/full' "$command"
    said 'No space left on device'
  done
  for command in projectivize restore stats; do
    run 3 tbk $command -o /dev/full in
    said '/dev/full: No space left on device'
  done
  many 20000 | gzip >big.gz
  for command in 'projectivize -j2' 'stats -q --by=sentence'; do
    run 3 tbk $command -o /dev/full big.gz
    said '/dev/full: No space left on device'
  done
  put_old out
  run 3 tbk projectivize --summary=/dev/full in
  said '/dev/full: No space left on device'
}
try 'full device' full_device

# An output that cannot be completed ends the run, and its file is not counted.
full_device_among_outputs ()
{
  [ -c /dev/full ] || skip 'there is no /dev/full'
  many 3 >a.conllu
  cp a.conllu b.conllu
  mkdir out
  ln -s /dev/full out/a.conllu
  run 3 tbk projectivize --output-dir=out --summary=table a.conllu b.conllu
  said 'out/a.conllu: No space left on device'
  ! grep -q CRITICAL "$room.err" || fail "$(cat "$room.err")"
  [ ! -e table ] || ! grep -q '^a.conllu' table || fail "the table counts a.conllu: $(cat table)"
}
try 'full device among outputs' full_device_among_outputs

# Of an output of several files it is what stands between two of them that does not get through: what fills the buffer is
# one byte more or less.
full_device_between_files ()
{
  [ -c /dev/full ] || skip 'there is no /dev/full'
  word='\t_\t_\t_\t_\t0\troot\t_\t_'
  printf "1\ta$word" >small
  each=$(($(wc -c <small) + 2))
  n=$((131072 / each - 2))
  for less in -1 0 1 2 3; do
    printf "1\t%0*d$word" $((131072 - n * each - less - each + 3)) 0 >long
    { yes small | head -n $n; echo long; echo small; echo small; } >list
    run 3 sh -c 'tbk projectivize -q --mark=none --summary=table --files-from=list >/dev/full'
    said 'standard output: No space left on device'
    [ ! -e table ] || fail 'there is a table'
  done
}
try 'full device between files' full_device_between_files

size_limit ()
{
  many 20000 >in
  for output in out out.gz; do
    put_old $output
    run 3 sh -c 'ulimit -f 40; exec tbk restore -o $0 in' $output
    said "$output: File too large"
    kept_old $output
  done
  run 3 sh -c 'ulimit -f 40; exec tbk restore in >small'
}
try 'limit on the size of files' size_limit

closed_streams ()
{
  many 3 >in
  tbk projectivize in >expected
  run 3 sh -c 'tbk projectivize in >&-'
  said 'standard output: '
  run 3 sh -c 'tbk projectivize <&-'
  said '<stdin>: '
  run 0 sh -c 'tbk projectivize -o out in <&- >&-'
  same expected out
}
try 'standard input or output closed' closed_streams

# What is opened while standard error is closed may get its number, and messages must not end up there.
closed_error ()
{
  printf '1\tba\t_\t_\t_\t_\t0\troot\t_\t_\n' >in
  cp in expected
  run 0 sh -c 'tbk restore -o out in 2>&-'
  same expected out
  mkdir new
  run 0 sh -c 'tbk restore --output-dir=new in 2>&-'
  same expected new/in
  run 0 sh -c 'tbk restore -o out in <&- >&- 2>&-'
  same expected out
}
try 'standard error closed' closed_error

# What is no regular file is not harmed.
shared_devices ()
{
  many 3 >in
  run 0 tbk projectivize -o /dev/null --summary=/dev/null in
  run 0 tbk projectivize -o /dev/null /dev/null
  mkfifo pipe
  cat pipe >got &
  run 0 timeout 10 tbk projectivize -o pipe --summary=pipe in
  wait
  tbk projectivize --summary=table in >expected
  [ "$(wc -c <got)" -eq "$(cat expected table | wc -c)" ] || fail 'something is missing in the pipe'
  run 0 sh -c 'tbk projectivize --summary=- in | wc -c'
  tbk stats in >table
  run 0 tbk stats -o new in in
}
try 'devices shared' shared_devices

output_folder ()
{
  many 3 >in
  mkdir folder
  run 3 tbk projectivize -o folder in
  said 'folder: Is a directory'
  run 3 tbk projectivize -o folder/ in
  run 3 tbk projectivize -o none/out in
  said 'none/out: No such file or directory'
  run 3 tbk projectivize -o in/out in
  said 'in/out: Not a directory'
  run 3 tbk projectivize --output-dir=in in
  run 3 tbk projectivize --output-dir=in/none in
  run 3 tbk projectivize -o '' in
  mkdir new new/in
  run 3 tbk projectivize --output-dir=new in
  said 'new/in: Is a directory'
}
try 'output is a folder, or in none' output_folder

output_link ()
{
  many 3 >in
  tbk projectivize in >expected
  mkdir folder
  put_old folder/target
  ln -s folder/target link
  run 0 tbk projectivize -o link in
  [ -L link ] || fail 'the link was replaced'
  same expected folder/target
  ln -s folder/new dangling
  run 0 tbk projectivize -o dangling in
  [ -L dangling ] || fail 'the link was replaced'
  same expected folder/new
  ln -s loop loop
  run 3 tbk projectivize -o loop in
  said 'loop: '
}
try 'output is a symbolic link' output_link

output_pipe ()
{
  many 3 >in
  tbk projectivize in >expected
  mkfifo pipe
  cat pipe >got &
  run 0 timeout 10 tbk projectivize -o pipe in
  wait
  same expected got
  [ -p pipe ] || fail 'the pipe was replaced'
  mkfifo pipe.gz
  gzip -dc <pipe.gz >got &
  run 0 timeout 10 tbk projectivize -o pipe.gz in
  wait
  same expected got
}
try 'output is a pipe' output_pipe

input_pipe ()
{
  many 3000 >in
  tbk projectivize in >expected
  mkfifo pipe
  cat in >pipe &
  run 0 timeout 10 tbk projectivize pipe
  wrote expected
  # Slowly, in pieces, and in the middle of a gzip header.
  gzip <in >in.gz
  { head -c 1 in.gz; sleep 0.1; tail -c +2 in.gz | head -c 20; sleep 0.1; tail -c +22 in.gz; } >pipe &
  run 0 timeout 10 tbk projectivize -j2 pipe
  wrote expected
}
try 'input is a pipe' input_pipe

long_name ()
{
  many 3 >in
  name=$(head -c 255 /dev/zero | tr '\0' n)
  run 0 tbk projectivize -o "$name" in
  run 0 tbk stats "$name"
  run 3 tbk stats "${name}n"
  run 3 tbk projectivize -o "${name}n" in
}
try 'names of 255 bytes' long_name

read_only_folder ()
{
  [ "$(id -u)" -ne 0 ] || skip 'root may write everywhere'
  many 3 >in
  mkdir folder
  put_old folder/out
  chmod 500 folder
  run 3 tbk projectivize -o folder/out in
  kept_old folder/out
  chmod 700 folder
}
try 'folder that may not be written' read_only_folder

unreadable_among_several ()
{
  sentence a 1:0 >a
  sentence z 1:0 >z
  cat a z >expected
  run 3 tbk restore a none z
  wrote expected
  said 'tbk restore: none: No such file or directory'
  said '1 of 3 files could not be read'
  # A file of its own, as all others do.
  mkdir new
  run 3 tbk restore --output-dir=new a none z
  same a new/a
  same z new/z
  missing new/none
  # One file that is not complete.
  put_old out
  run 3 tbk restore -o out a none z
  kept_old out
  run 3 tbk stats a none z
  grep -q '^z	1	1	' "$room.out" || fail 'the file after the missing one was left out'
  # A table of the files that are.
  cp "$room.out" expected
  run 3 tbk stats -o out a none z
  same expected out
}
try 'unreadable file among several' unreadable_among_several

names ()
{
  newline='new
line'
  escape=$(printf '\033]0;x\007')
  for name in -x --mark=none '%s%n%d' "$newline" "$escape" ' ' "'" '*' "$(printf '\303\266\377')"; do
    sentence a 1:0 >"./$name"
    run 0 tbk projectivize -- "$name"
    wrote "./$name"
    said_nothing
    run 0 tbk projectivize -o "$name.out" -- "$name"
    same "./$name" "./$name.out"
    run 0 tbk stats -- "$name"
    [ "$(wc -l <"$room.out")" -eq 2 ] || fail "the name breaks the table: $name"
    run 0 tbk stats --format=jsonl -- "$name"
    [ "$(wc -l <"$room.out")" -eq 1 ] || fail "the name breaks the table: $name"
    LC_ALL=C tr -d '[:print:]\n\t\200-\377' <"$room.out" >controls
    [ ! -s controls ] || fail 'the table has control characters'
    words 1:1 >"./$name"
    run 1 tbk projectivize -- "$name"
    [ "$(wc -l <"$room.err")" -eq 1 ] || fail "the name breaks the message: $name"
    tr -d '[:print:]\n\200-\377' <"$room.err" >controls
    [ ! -s controls ] || fail 'the message has control characters'
  done
  run 3 tbk restore -- "none$newline"
  said 'nonenew\012line: No such file or directory'
  run 3 tbk restore -- "none$escape"
  said 'none\033]0;x\007: No such file or directory'
  run 3 tbk restore none%s%n
  said 'none%s%n: No such file or directory'
}
try 'hostile names' names

# In a terminal of eight bits, or in UTF-8, U+009B is as good as an escape.
c1_control ()
{
  run 3 tbk restore "$(printf 'none\302\2332J')"
  ! grep -q "$(printf '\302\233')" "$room.err" || fail 'the message has a control character'
}
try 'names with C1 controls' c1_control

jobs ()
{
  many 20000 >in
  printf '1\tba\t_\t_\t_\t_\t1\troot\t_\t_\n\n' >bad
  cat in bad in >both
  for option in --on-error=skip --on-error=pass; do
    tbk projectivize -j1 $option both >expected 2>expected.err
    for j in 2 3 8 64; do
      run 0 tbk projectivize -j$j $option both
      wrote expected
      cmp expected.err "$room.err" || fail "-j$j: other messages"
    done
  done
  tbk projectivize -j1 both >expected 2>expected.err
  for j in 2 8; do
    run 1 tbk projectivize -j$j both
    wrote expected
    cmp expected.err "$room.err" || fail "-j$j: other messages"
  done
}
try 'same bytes for any number of threads' jobs

locale_of_numbers ()
{
  many 3 >in
  tbk projectivize in >expected
  tbk stats --lengths --classes in >expected.stats
  tbk stats --format=jsonl in >expected.jsonl
  mkdir locales
  name=$(locale -a 2>/dev/null | grep -i -m 1 '^\(de_DE\|fr_FR\|ru_RU\)\.utf-\{0,1\}8$')
  if [ -z "$name" ]; then
    localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 2>/dev/null || skip 'there is no locale with decimal commas'
    LOCPATH=$PWD/locales name=de_DE.UTF-8
    export LOCPATH
  fi
  export LC_ALL=$name LANGUAGE=de
  [ "$(locale decimal_point)" = , ] || skip 'there is no locale with decimal commas'
  run 0 tbk projectivize -j2 in
  wrote expected
  run 0 tbk stats --lengths --classes in
  wrote expected.stats
  run 0 tbk stats --format=jsonl in
  wrote expected.jsonl
  run 3 tbk stats none
  said 'tbk stats: none: '
}
try 'locale with decimal commas' locale_of_numbers

open_umask ()
{
  many 3 >in
  (umask 0 && tbk restore -o open in)
  (umask 077 && tbk restore -o closed in)
  [ "$(ls -l open | cut -c 1-10)" = -rw-rw-rw- ] || fail 'umask 0 is not followed'
  [ "$(ls -l closed | cut -c 1-10)" = -rw------- ] || fail 'umask 077 is not followed'
}
try 'umask' open_umask

stale_temporary ()
{
  many 3 >in
  echo stale >.out.0.tmp
  echo mine >.other.0.tmp
  run 0 tbk restore -o out in
  same in out
  missing .out.0.tmp
  [ "$(cat .other.0.tmp)" = mine ] || fail 'the hidden file of another output was touched'
  rm .other.0.tmp
  command -v flock >/dev/null || skip 'there is no flock'
  echo busy >.out.0.tmp
  run 0 flock .out.0.tmp tbk restore -o out in
  [ "$(cat .out.0.tmp)" = busy ] || fail 'the hidden file of another process was touched'
  rm .out.0.tmp
}
try 'temporary files of other processes' stale_temporary

# What is read several times must be the same each time; else sentences would be in no part, or in two.
changing_input ()
{
  many 20000 >in.conllu
  mkdir out
  put_old out/fold-001.conllu
  tbk filter --split=200 --output-dir=out in.conllu >"$room.out" 2>"$room.err" &
  pid=$!
  wait_for_temporary
  case $1 in
  grown) sentence new 1:0 >>in.conllu ;;
  replaced) cp in.conllu other && mv other in.conllu ;;
  esac
  wait $pid
  found=$?
  [ $found -eq 3 ] || fail "status $found: $(cat "$room.err")"
  said 'in.conllu: the file has changed while it was read'
  said 'no part was written'
  kept_old out/fold-001.conllu
  [ "$(ls out)" = fold-001.conllu ] || fail "there are files: $(ls out | head)"
}
for how in grown replaced; do
  try "input that is $how while it is read several times" changing_input $how
done

# As many outputs as there may be parts, where few files may be open; each takes two descriptors.
many_parts ()
{
  most=$(ulimit -Hn)
  [ "$most" = unlimited ] || [ "$most" -gt 2300 ] || set -- $(((most - 300) / 2))
  many 3000 >in.conllu
  run 0 sh -c "ulimit -Sn 256; exec tbk filter --split=${1-1000} --output-dir=out in.conllu"
  [ "$(cat out/*.conllu | grep -c sent_id)" -eq 3000 ] || fail 'sentences are lost'
}
try 'a thousand parts' many_parts

owner ()
{
  [ "$(id -u)" -eq 0 ] || skip 'only root can give files away'
  many 3 >in
  for output in out out.gz; do
    put_old $output
    chown 12345:23456 $output 2>/dev/null || skip 'there are no users to give files to'
    chmod 640 $output
    run 0 tbk restore -o $output in
    [ "$(ls -ln $output | cut -d ' ' -f 1-4 | tr -s ' ')" = '-rw-r----- 1 12345 23456' ] ||
      fail "$(ls -ln $output)"
  done
}
try 'owner and group of a file replaced' owner

finish
