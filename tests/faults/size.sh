# size.sh - long sentences, many sentences, little memory.
. "$1/lib.sh"

# chain N HEAD_OF_I ROOT: N words, of which the word ROOT has head 0 and any other word i the head HEAD_OF_I.
chain ()
{
  echo '# sent_id = a'
  awk "BEGIN {
    for (i = 1; i <= $1; i++)
      printf \"%d\tba\t_\t_\t_\t_\t%d\tx\t_\t_\n\", i, i == $3 ? 0 : $2
    print \"\" }"
}

# Nothing may recurse to the depth of the tree.
long_chain ()
{
  chain 100000 "$@" >in
  run 0 sh -c 'ulimit -s 512; exec timeout 10 tbk projectivize in'
  wrote in
  run 0 timeout 10 tbk restore in
  wrote in
  run 0 sh -c 'ulimit -s 512; exec timeout 10 tbk stats --lengths --classes in'
  grep -q '^in	1	100000	0	0	100000	0	' "$room.out" || fail "$(cat "$room.out")"
}
try 'chain of 100,000 words' long_chain 'i - 1' 1
try 'chain of 100,000 words, backwards' long_chain 'i + 1' 100000
try 'star of 100,000 words' long_chain 50000 50000

# A cycle and long ways, by heads and by what marks tell of them.
long_cycle ()
{
  chain 100000 "$1" "$3" >in
  for command in projectivize stats choices; do
    run 1 timeout 4 tbk $command in
    said ": [non-tree] the words $2"
  done
  sed 's/^\([0-9]*\(\t[^\t]*\)\{5\}\)\t\([0-9]*\)\(.*\)\t_$/\1\t0\4\tOrigHead=\3/' in >marked
  run 1 timeout 4 tbk restore marked
  said ": [non-tree] the words $2"
}
try 'cycle of 100,000 words' long_cycle 'i % 100000 + 1' '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... form a cycle' 0
try 'long way to a cycle' long_cycle 'i < 100000 ? i + 1 : 99999' '99999, 100000 form a cycle' 0
try 'long ways to 0, and a cycle' long_cycle 'i < 99999 ? i + 1 : 199999 - i' '99999, 100000 form a cycle' 99998

# Lines that are no words: as many empty nodes as one likes after a word, and a range over every two words.
many_other_lines ()
{
  empty='_\t_\t_\t_\t_\t_\t_\t_\t_'
  { sentence a 1:0 | head -n 2; seq 100000 | sed "s/.*/1.&\t$empty/"; words 2:1; echo; } >empty
  chain 100000 'i - 1' 1 | awk -v "rest=$empty" '$1 % 2 { print $1 "-" $1 + 1 "\t" rest } 1' >ranges
  for file in empty ranges; do
    run 0 timeout 4 tbk projectivize $file
    wrote $file
    run 0 timeout 4 tbk restore $file
    wrote $file
    run 0 timeout 4 tbk stats --lengths --classes $file
    run 0 timeout 4 tbk choices $file
  done
}
try '100,000 empty nodes, 50,000 ranges' many_other_lines

# Names of columns for which the usual hash of strings, which has no key, is the same.
columns_of_one_hash ()
{
  awk 'BEGIN {
    names = "# global.columns = ID HEAD"
    word = "1\t0"
    for (i = 0; i < 30000; i++) {
      name = ""
      bits = i
      for (k = 0; k < 15; k++) {
        name = name (bits % 2 ? "Ez" : "FY")
        bits = int (bits / 2)
      }
      names = names " " name
      word = word "\t_"
    }
    print names "\n" word "\n" }' >in
  grep -q '^# .*EzFY' in || fail 'the test made no names'
  run 0 timeout 2 tbk projectivize --mark=none in
  wrote in
}
try '30,000 columns of one hash' columns_of_one_hash

# Two chains, interleaved: every arc crosses another.
long_nonprojective ()
{
  { chain 100000 'i < 3 ? 3 - i : i - 2' 1; sentence z 1:0; } >in
  put_old out
  for option in '' --root=any --ties=first --method=tabular; do
    run 1 timeout 10 tbk projectivize $option -o out in
    said 'in:1: sentence too long: 100000 words'
    kept_old out
  done
  run 0 timeout 10 tbk projectivize --on-error=skip in
  sentence z 1:0 >expected
  wrote expected
  run 1 timeout 10 tbk stats --lengths --classes in
  run 1 timeout 10 tbk check --format=text -o found in
  echo "in:2: [too-tangled] 100000 words take part in crossings, expected at most 1000: a search among more would take many seconds (sent_id 'a')" >expected
  head -n 1 found | cmp - expected || fail 'another finding'
}
try 'non-projective sentence of 100,000 words' long_nonprojective

# A long sentence of which little is not projective is solved: four words, and a comb or a chain below them.
long_nearly_projective ()
{
  top='i == 2 ? 4 : i == 3 ? 1 : i == 4 ? 3'
  chain 100000 "$top : 4" 1 >comb
  run 0 timeout 10 tbk projectivize comb
  [ "$(grep -c OrigHead= "$room.out")" -eq 1 ] || fail 'not one word was moved'
  chain 100000 "$top : i - 1" 1 >chain
  for file in comb chain; do
    run 0 timeout 4 tbk stats --lengths --classes $file
    grep -q "^$file	1	100000	1	1	100000	1	" "$room.out" || fail "$(cat "$room.out")"
  done
}
try 'nearly projective sentence of 100,000 words' long_nearly_projective

# What cannot be done in the memory there is ends with status 3 and names the sentence. As the limit may strike anywhere,
# it is tried at several sizes.
little_memory ()
{
  can_limit 40000 || skip 'the program does not run with limited memory'
  { sentence z 1:0; chain 3000 'i < 3 ? 3 - i : i - 2' 1; } >in
  put_old out
  for memory in 40000 60000 90000 150000; do
    limited $memory timeout 20 tbk projectivize --limit=core:4000 "$@" -o out in >"$room.out" 2>"$room.err"
    found=$?
    case $found in
    0) put_old out ;;
    3) kept_old out
       said 'in:4: ' ;;
    *) fail "status $found within $memory KB: $(head -c 500 "$room.err")" ;;
    esac
    no_temporary_files
  done
}
try 'little memory' little_memory
try 'little memory, tabular method' little_memory --method=tabular

# All trees of a sentence that has five million are written as they come, each forgotten before long.
many_trees ()
{
  cp "$1/../cli/data/many-trees.conllu" in
  for jobs in 1 3; do
    can_limit 60000 || skip 'the program does not run with limited memory'
    run 0 limited $((60000 + 100000 * (jobs - 1))) timeout 60 tbk projectivize -q -j$jobs --all=100000 -o out in
    [ "$(grep -c '^# choice = ' out)" -eq 100000 ] || fail 'not all trees were written'
    tail -n 23 out | grep -q '^# choice = 100000/5067009$' || fail 'the last tree is not there'
  done
}
try 'a hundred thousand trees of a sentence' many_trees "$1"

# The listing ends when nothing more can be written.
trees_to_full_disk ()
{
  cp "$1/../cli/data/many-trees.conllu" in
  [ -w /dev/full ] || skip 'there is no /dev/full'
  for jobs in 1 3; do
    run 3 timeout 10 tbk projectivize -q -j$jobs --all -o /dev/full in
    said 'No space left on device'
  done
  timeout 10 tbk projectivize -q --all in 2>"$room.err" | head -n 1 >first
  [ "$(cat first)" = '# choice = 1/5067009' ] || fail 'the first tree does not come at once'
}
try 'all trees of a sentence, to a full disk' trees_to_full_disk "$1"

big_sentence ()
{
  yes '# a comment that goes on and on, as if there were no end to it' | head -c 70000000 >in
  put_old out
  run 1 timeout 10 tbk projectivize -o out in
  said 'in:1: sentence longer than '
  kept_old out
  if can_limit 50000; then
    run 3 limited 50000 timeout 10 tbk projectivize -o out in
    said 'in: '
    kept_old out
  fi
}
try 'sentence of 70 MB' big_sentence

# More bytes than a 32-bit processor has addresses for.
three_gigabytes ()
{
  truncate -s 3G in || skip 'there is no room for a sparse file of 3 GB'
  put_old out
  run 1 timeout 10 tbk projectivize -o out in
  said 'in:1: line longer than '
  kept_old out
}
try 'file of 3 GB' three_gigabytes

# peak FILE COMMAND...: writes the peak of the resident memory of COMMAND, in kB, to FILE. The command reads from the
# pipe `pipe` what the function `feed` writes, and all but the last of it by then.
peak ()
{
  file=$1
  shift
  [ -r /proc/self/status ] || skip 'there is no /proc'
  can_limit 400000 || skip 'the program does not run with limited memory'
  mkfifo pipe
  timeout 60 "$@" <pipe >/dev/null 2>"$room.err" &
  pid=$!
  exec 3>pipe
  feed >&3
  child=$(cat /proc/$pid/task/$pid/children 2>/dev/null)
  [ -n "$child" ] || skip 'the children of a process cannot be found'
  sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/${child%% *}/status >"$file"
  exec 3>&-
  wait $pid || fail "the command failed: $(cat "$room.err")"
  rm pipe
}

million ()
{
  feed ()
  {
    awk 'BEGIN {
      for (i = 1; i <= 1000000; i++) printf "# sent_id = %d\n1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n\n", i }'
  }
  peak megabytes "$@"
  read -r kilobytes <megabytes
  [ "$kilobytes" -lt 65536 ] || fail "peak of $kilobytes kB"
}
try 'a million sentences' million tbk projectivize
try 'a million sentences, two threads, gzip' million tbk projectivize -j2 -o out.gz
try 'a million sentences in stats' million tbk stats --lengths --classes

blank_lines ()
{
  feed ()
  {
    yes '' | head -c 30000000
  }
  peak megabytes tbk restore
  read -r kilobytes <megabytes
  [ "$kilobytes" -lt 65536 ] || fail "peak of $kilobytes kB"
}
try 'thirty million blank lines' blank_lines

finish
