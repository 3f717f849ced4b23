# signals.sh - runs that are ended from outside: old file or new file, nothing between.
. "$1/lib.sh"

# Starts a command, which reads from the pipe `in`, waits until it has a file under construction, feeds it, and sends it a
# signal. ended STATUS SIGNAL COMMAND...
ended ()
{
  expected=$1 signal=$2
  shift 2
  mkfifo in
  # sh lets what runs in the background ignore SIGINT, and timeout undoes that. It hands on the signal.
  timeout 20 "$@" 2>"$room.err" &
  pid=$!
  exec 3>in
  many 5000 >&3
  wait_for_temporary
  kill -"$signal" $pid
  wait $pid
  found=$?
  exec 3>&-
  [ $found -eq "$expected" ] || fail "status $found, expected $expected"
  ! grep -v '^qemu: uncaught target signal' "$room.err" || fail 'standard error has more than the emulator tells of the signal'
}

signal_while_writing ()
{
  put_old out
  ended "$1" "$2" tbk projectivize -o out in
  kept_old out
}
try SIGTERM signal_while_writing 143 TERM
try SIGINT signal_while_writing 130 INT
try SIGHUP signal_while_writing 129 HUP
try SIGQUIT signal_while_writing 131 QUIT

# The same for signals that timeout does not hand on.
signal_itself ()
{
  put_old out
  mkfifo in
  tbk projectivize -o out in 2>"$room.err" &
  pid=$!
  exec 3>in
  many 5000 >&3
  wait_for_temporary
  kill -"$2" $pid
  wait $pid
  found=$?
  exec 3>&-
  [ $found -eq "$1" ] || fail "status $found, expected $1"
  kept_old out
}
try SIGUSR1 signal_itself 138 USR1
try SIGXCPU signal_itself 152 XCPU
try SIGALRM signal_itself 142 ALRM
try SIGVTALRM signal_itself 154 VTALRM
try SIGPROF signal_itself 155 PROF

cpu_limit ()
{
  put_old out
  run 152 sh -c 'ulimit -c 0; ulimit -S -t 1; yes "" | tbk restore -o out -'
  kept_old out
}
try 'limit on the time' cpu_limit

new_file ()
{
  ended 143 TERM tbk projectivize -j4 -o out.gz in
  missing out.gz
}
try 'SIGTERM, many threads, gzip' new_file

two_files ()
{
  put_old table
  ended 143 TERM tbk restore -o out in
  rm in
  ended 143 TERM tbk projectivize --summary=table -o out in
  kept_old table
  missing out
}
try 'SIGTERM with a summary' two_files

output_folder ()
{
  mkdir new
  mkfifo pipe
  sentence a 1:0 >a
  timeout 20 tbk restore --output-dir=new a pipe 2>"$room.err" &
  pid=$!
  exec 3>pipe
  many 5000 >&3
  wait_for_temporary
  kill -TERM $pid
  wait $pid
  [ $? -eq 143 ] || fail 'the status is not 143'
  exec 3>&-
  same a new/a
  missing new/pipe
}
try 'SIGTERM with several outputs' output_folder

kill_hard ()
{
  put_old out
  mkfifo in
  i=0
  while [ $i -lt 5 ]; do
    tbk restore -o out in &
    pid=$!
    exec 3>in
    many $((i * 1000)) >&3
    kill -KILL $pid
    wait $pid
    exec 3>&-
    kept_old out
    i=$((i + 1))
  done
  # What it leaves, where files have names from the start, stays until the next run that writes the file.
  mkfifo other
  tbk restore -o out other &
  pid=$!
  exec 3>other
  wait_for_temporary
  kill -KILL $pid
  wait $pid
  exec 3>&-
  sentence a 1:0 >small
  run 0 tbk restore -o out small
  same small out
  no_temporary_files
}
try SIGKILL kill_hard

# A run in progress is no stale one.
two_runs ()
{
  mkfifo in
  sentence a 1:0 >small
  tbk restore -o out in &
  pid=$!
  exec 3>in
  wait_for_temporary
  run 0 tbk projectivize -o out small
  same small out
  many 3 >&3
  exec 3>&-
  wait $pid || fail 'the first run failed'
  many 3 | cmp - out || fail 'the output is not that of the run that ended last'
}
try 'two runs, one output' two_runs

ignored ()
{
  mkfifo in
  sentence a 1:0 >small
  (trap '' HUP; exec timeout 20 sh -c 'trap "" HUP; exec tbk restore -o out in') &
  pid=$!
  exec 3>in
  cat small >&3
  wait_for_temporary
  kill -HUP $pid
  exec 3>&-
  wait $pid || fail 'a signal that was to be ignored ended the run'
  same small out
}
command -v nohup >/dev/null && try 'SIGHUP ignored, as by nohup' ignored

closed_pipe ()
{
  many 20000 >in
  { tbk restore in 2>err; echo $? >status; } | head -n 1 >first
  status=$(cat status)
  { yes; echo $? >status; } 2>/dev/null | head -n 1 >/dev/null
  [ "$(cat status)" -eq 141 ] || skip 'SIGPIPE is ignored here'
  [ "$status" -eq 141 ] || fail "status $status, expected 141"
  [ ! -s err ] || fail "standard error is $(cat err), expected nothing"
  [ "$(cat first)" = '# sent_id = 1' ] || fail 'the first line is not as expected'
}
try 'closed pipe' closed_pipe

closed_pipe_summary ()
{
  many 20000 >in
  put_old table
  { tbk projectivize -j2 --summary=table in 2>err; echo $? >status; } | head -n 1 >/dev/null
  [ "$(cat status)" -ne 0 ] || fail 'status 0'
  kept_old table
}
try 'closed pipe with a summary' closed_pipe_summary

# With SIGPIPE ignored a closed pipe is an output that cannot be written.
closed_pipe_ignored ()
{
  many 20000 >in
  (
    trap '' PIPE
    { tbk restore in 2>err; echo $? >status; } | head -n 1 >/dev/null
  )
  [ "$(cat status)" -eq 3 ] || fail "status $(cat status), expected 3"
  grep -q 'standard output: Broken pipe' err || fail "standard error is $(cat err)"
}
try 'closed pipe, SIGPIPE ignored' closed_pipe_ignored

# A run over many files that is killed outright, again and again, each time a little later, and taken up each time:
# every file that has its name is whole, and in the end there are all, without a temporary one.
killed_and_taken_up ()
{
  mkdir in
  for i in 1 2 3 4 5 6 7 8; do
    many $((i * 400)) >in/$i
  done
  tbk projectivize --output-dir=expected in/*
  for delay in 0.01 0.02 0.03 0.05 0.08; do
    tbk projectivize --output-dir=new --skip-existing in/* 2>"$room.err" &
    pid=$!
    sleep $delay
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    for file in new/*; do
      [ ! -f "$file" ] || same "expected/${file#new/}" "$file"
    done
  done
  # The first is as it was, so it is not done again. On a slow machine no run came as far as the folder.
  mkdir -p new
  echo kept >new/1
  run 0 tbk projectivize --output-dir=new --skip-existing in/*
  [ "$(cat new/1)" = kept ] || fail 'what was done is done again'
  cp expected/1 new/1
  diff -r expected new || fail 'not all files are there'
}
try 'killed and taken up' killed_and_taken_up

finish
