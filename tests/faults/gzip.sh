# gzip.sh - damaged, odd and hostile gzip files.
. "$1/lib.sh"

# Three members, a sentence each: in.gz, and its text in.
three_members ()
{
  for id in a b c; do
    sentence $id 1:0 2:1 3:2 | tee "$id" | gzip -n >"$id.gz"
  done
  cat a b >ab
  cat a b c >in
  cat a.gz b.gz c.gz >in.gz
  first=$(wc -c <a.gz)
  second=$((first + $(wc -c <b.gz)))
  size=$((second + $(wc -c <c.gz)))
}

# A cut between two members cannot be seen; any other must be.
cut_everywhere ()
{
  three_members
  n=0
  while [ $n -lt $size ]; do
    head -c $n in.gz >cut.gz
    tbk restore cut.gz >"$room.out" 2>"$room.err"
    found=$?
    if [ $n -eq $first ]; then
      whole=a
    elif [ $n -eq $second ]; then
      whole=ab
    else
      [ $found -eq 3 ] || fail "cut at byte $n: status $found"
      grep -q 'cut.gz.*truncated gzip' "$room.err" || fail "cut at byte $n: $(cat "$room.err")"
      n=$((n + 1))
      continue
    fi
    [ $found -eq 0 ] || fail "cut between members: status $found"
    wrote $whole
    n=$((n + 1))
  done
}
try 'cut at every byte' cut_everywhere

cut_keeps_output ()
{
  three_members
  for n in 5 $((first - 1)) $((second + 5)) $((size - 4)); do
    head -c $n in.gz >cut.gz
    for output in out out.gz; do
      put_old $output
      run 3 tbk projectivize -o $output cut.gz
      said "cut.gz: byte $n of compressed input: truncated gzip"
      kept_old $output
    done
    run 3 tbk restore <cut.gz
    said "<stdin>: byte $n of compressed input: truncated gzip"
  done
}
try 'cut files replace no output' cut_keeps_output

# Damaged or not, a file is either read in full or told to be bad.
damage_everywhere ()
{
  three_members
  n=0
  while [ $n -lt $size ]; do
    for byte in 000 377; do
      { head -c $n in.gz; printf "\\$byte"; tail -c +$((n + 2)) in.gz; } >damaged.gz
      tbk restore damaged.gz >"$room.out" 2>"$room.err"
      found=$?
      [ $found -ne 0 ] || cmp -s in "$room.out" || fail "byte $n changed to $byte: status 0 and other bytes"
      [ $found -eq 0 ] || grep -q 'damaged.gz:' "$room.err" || fail "byte $n changed: no message"
      case $found in 0 | 1 | 3) ;; *) fail "byte $n changed to $byte: status $found" ;; esac
    done
    n=$((n + 7))
  done
}
try 'damaged everywhere' damage_everywhere

# The last eight bytes of a member are checksum and length.
bad_trailer ()
{
  three_members
  for back in 8 5 4 1; do
    put_old out
    { head -c $((first - back)) in.gz; printf '\125'; tail -c +$((first - back + 2)) in.gz; } >damaged.gz
    run 3 tbk restore -o out damaged.gz
    said 'damaged.gz: byte '
    kept_old out
  done
}
try 'wrong checksum or length' bad_trailer

padding ()
{
  three_members
  { cat a.gz; head -c 1000 /dev/zero; cat b.gz; printf '' | gzip; cat c.gz; head -c 200000 /dev/zero; } >padded.gz
  run 0 tbk projectivize padded.gz
  wrote in
  said_nothing
}
try 'padding and empty members' padding

empty_member ()
{
  gzip -n </dev/null >empty.gz
  run 0 tbk projectivize empty.gz
  said 'tbk projectivize: empty.gz: found no sentence'
  [ ! -s "$room.out" ] || fail 'there is output'
}
try 'nothing, compressed' empty_member

many_members ()
{
  sentence a 1:0 | gzip -n >one.gz
  i=0
  cp one.gz in.gz
  while [ $i -lt 12 ]; do
    cat in.gz in.gz >both
    mv both in.gz
    i=$((i + 1))
  done
  run 0 tbk stats in.gz
  grep -q '^in.gz	4096	4096	' "$room.out" || fail "$(cat "$room.out")"
}
try 'four thousand members' many_members

# As bgzip writes it: blocks of 65280 bytes with an extra field that tells their size, and an empty one in the end.
block_gzip ()
{
  many 2000 >in
  split -b 65280 in part.
  : >part.zz
  for part in part.*; do
    printf '\037\213\010\004\000\000\000\000\000\377\006\000BC\002\000\033\000'
    gzip -n <"$part" | tail -c +11
  done >in.gz
  run 0 tbk restore --mark=head in.gz
  wrote in
  said_nothing
}
try 'bgzip' block_gzip

trailing ()
{
  three_members
  { cat in.gz; echo 'not gzip'; } >trailing.gz
  for option in '' --strict --on-error=skip --on-error=pass; do
    put_old out
    run 3 tbk restore $option -o out trailing.gz
    said "trailing.gz: byte $size of compressed input: neither a gzip member nor zeros"
    kept_old out
  done
  run 3 tbk stats trailing.gz
  run 3 tbk oracle trailing.gz
}
try 'trailing bytes' trailing

# No bit of the two bytes that tell a member may flip and lose it.
damaged_magic ()
{
  three_members
  for place in $first $second; do
    for byte in 036 035 033 027 017 077 137 237; do
      check_magic $place $byte
    done
    for byte in 212 211 217 203 233 253 313 013; do
      check_magic $((place + 1)) $byte
    done
  done
}

check_magic ()
{
  { head -c $1 in.gz; printf "\\$2"; tail -c +$(($1 + 2)) in.gz; } >damaged.gz
  put_old out
  run 3 tbk projectivize -o out damaged.gz
  said 'damaged.gz: byte '
  kept_old out
}
try 'damaged beginning of a later member' damaged_magic

empty ()
{
  : >in.gz
  : >in
  put_old out
  run 3 tbk restore -o out in.gz
  said 'in.gz: truncated gzip'
  kept_old out
  run 0 tbk stats in
  grep -q '^in	0	0	' "$room.out" || fail "$(cat "$room.out")"
}
try 'empty files' empty

twice ()
{
  three_members
  gzip -n <in.gz >twice.gz
  put_old out
  run 1 tbk restore -o out twice.gz
  said 'twice.gz:1: found gzip data inside compressed data'
  kept_old out
}
try 'gzip in gzip' twice

bad_header ()
{
  printf '\037\213\011\000\000\000\000\000\000\003' >method.gz
  printf '\037\213\010\340\000\000\000\000\000\003' >flags.gz
  for file in method.gz flags.gz; do
    run 3 tbk restore $file
    said "$file: byte "
  done
}
try 'unknown method and flags' bad_header

all_header_fields ()
{
  three_members
  # Extra field, name, comment and checksum of the header, which may be absent.
  { printf '\037\213\010\034\000\000\000\000\000\003\004\000abcdname\000comment\000'; tail -c +11 a.gz; } >fields.gz
  run 0 tbk restore fields.gz
  wrote a
}
try 'extra field, name and comment' all_header_fields

# A gigabyte from a megabyte: a hundred members of ten million bytes, all in one line.
bomb ()
{
  head -c 10000000 /dev/zero | tr '\0' "$1" | gzip -1 >part.gz
  i=0
  while [ $i -lt 100 ]; do
    cat part.gz
    i=$((i + 1))
  done >bomb.gz
  put_old out
  for command in stats 'projectivize -j4 -o out' 'projectivize --on-error=skip -o out'; do
    memory=100000
    [ "$command" = stats ] || memory=600000 # each thread reserves address space
    if can_limit $memory; then
      run 1 limited $memory timeout 10 tbk $command bomb.gz
    else
      run 1 timeout 20 tbk $command bomb.gz
    fi
    said 'bomb.gz:1: '
    kept_old out
  done
}
try 'bomb of zeros' bomb '\0'
try 'bomb of letters' bomb a

finish
