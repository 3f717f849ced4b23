# memory.sh - runs with less and less memory: each ends with the whole output, or with status 3, a message and no output.
. "$1/lib.sh"

# The least kilobytes of address space, or about, in which the program begins to run.
least=1000
until limited $least tbk --version >/dev/null 2>&1 || [ $least -gt 100000 ]; do
  least=$((least + 100))
done

# sweep COMMAND...: the command, which writes the file `out`, within a little more memory each time, until it is enough.
sweep ()
{
  can_limit $least || skip 'the program does not run with limited memory'
  put_old out
  run 0 "$@"
  mv out expected
  memory=$least n_done=0 n_refused=0
  while [ $n_done -lt 3 ] && [ $memory -lt 1000000 ]; do
    put_old out
    limited $memory timeout 60 "$@" >"$room.out" 2>"$room.err"
    found=$?
    case $found in
    0)
      same expected out
      n_done=$((n_done + 1))
      ;;
    3)
      grep -q '^tbk ' "$room.err" || fail "status 3 within $memory KB, and no message"
      kept_old out
      n_refused=$((n_refused + 1))
      ;;
    *) fail "status $found within $memory KB: $(head -c 500 "$room.err")" ;;
    esac
    no_temporary_files
    memory=$((memory + memory / 25))
  done
  [ $n_done -eq 3 ] || fail 'there was never enough'
  [ $n_refused -gt 0 ] || fail 'there was always enough'
}

# chain N HEAD_OF_I ROOT, as in size.sh.
chain ()
{
  echo '# sent_id = a'
  awk "BEGIN {
    for (i = 1; i <= $1; i++)
      printf \"%d\tba\t_\t_\t_\t_\t%d\tx\t_\t_\n\", i, i == $3 ? 0 : $2
    print \"\" }"
}

# One sentence of many words; many sentences; and one of which all arcs but two cross another.
chain 40000 'i - 1' 1 >"$scratch/long"
many 5000 >"$scratch/many"
gzip -k "$scratch/many"
chain 150 'i < 3 ? 3 - i : i - 2' 1 >"$scratch/crossing"

# over 'INPUT...' COMMAND...: sweep over copies of these.
over ()
{
  for input in $1; do
    cp "$scratch/$input" .
  done
  shift
  sweep "$@"
}

try 'projectivize, a long sentence' over long tbk projectivize -o out long
try 'projectivize, many sentences' over many tbk projectivize -o out many
try 'projectivize, gzip' over many.gz tbk projectivize -o out many.gz
try 'projectivize, threads' over many tbk projectivize -j4 -o out many
try 'projectivize, a hard sentence' over crossing tbk projectivize -o out crossing
try 'projectivize, ties' over crossing tbk projectivize --ties=first -o out crossing
try 'projectivize, random' over crossing tbk projectivize --ties=random -o out crossing
try 'projectivize, all' over crossing tbk projectivize --all=9 -o out crossing
try 'projectivize, tabular' over crossing tbk projectivize --method=tabular -o out crossing
try 'projectivize, marks in labels' over 'crossing long' tbk projectivize --mark=headpath --on-error=skip -o out crossing long
try 'projectivize, skip' over 'crossing long' tbk projectivize --on-error=skip --limit=core:20 -o out crossing long
try 'restore' over long tbk restore -o out long
try 'stats' over 'long crossing' tbk stats --lengths --classes -o out long crossing
try 'stats, JSON' over many tbk stats --format=jsonl -o out many
try 'check' over 'long crossing' tbk check --fail-on=never -o out long crossing
try 'check, page' over crossing tbk check --fail-on=never --format=html -o out crossing
try 'check, tests' over long tbk check --fail-on=never --rules=ud -o out long
try 'choices' over crossing tbk choices -o out crossing
try 'choices by sentence' over many tbk choices --by=sentence -o out many
try 'compare' over crossing tbk compare-oracles --system=arc-eager-nederhof --by=confusion -o out crossing
try 'compare, tabular' over crossing tbk compare-oracles --variant=none:tabular --every=2 --by=confusion -o out crossing

gzip_output ()
{
  cp "$scratch/many" .
  sweep sh -c 'tbk projectivize -o out.gz many && mv out.gz out'
  missing out.gz
}
try 'projectivize to gzip' gzip_output

summary ()
{
  cp "$scratch/many" .
  sweep sh -c 'rm -f table; tbk projectivize --summary=table -o out many && cat table >>out'
}
try 'projectivize with a summary' summary

# Whether gnuplot can be started at all depends on the memory, too.
report ()
{
  cp "$scratch/crossing" .
  mkdir bin
  printf '#!/bin/sh\nexit 1\n' >bin/gnuplot
  chmod +x bin/gnuplot
  PATH=$PWD/bin:$PATH
  sweep tbk compare-oracles --output-dir=there --by=confusion -o out crossing
}
try 'compare, report' report

# A record that is good is not answered by an error for want of memory.
records ()
{
  awk 'BEGIN {
    for (n = 100; n <= 20000; n *= 2) {
      printf "{\"heads\":[2,0"
      for (i = 3; i <= n; i++) printf ",%d", (n > 2000 ? i - 1 : i - 2)
      print "],\"stack\":[0,1,2],\"buffer\":3}"
    } }' >records
  # Some awks take a comparison after printf for a redirection: then the heads go to files, and the records are short.
  [ "$(wc -c <records)" -gt 100000 ] || fail 'the records are not as long as they should be'
  sweep tbk oracle "$@" -o out records
}
try 'oracle' records --system=arc-standard
try 'oracle, approximate' records --system=arc-standard --method=approximate
arc_eager_records ()
{
  awk 'BEGIN {
    for (n = 50; n <= 1600; n *= 2) {
      printf "{\"heads\":[2,0"
      for (i = 3; i <= n; i++) printf ",%d", i - 2
      printf "],\"stack\":[[0,\"R\"]"
      for (i = 1; i < n / 2; i++) printf ",[%d,\"L\"]", i
      printf "],\"buffer\":%d}\n", n / 2 + 1
    } }' >records
  sweep tbk oracle --system=arc-eager-nederhof "$@" -o out records
}
try 'oracle, arc-eager-nederhof' arc_eager_records
try 'oracle, arc-eager-nederhof, approximate' arc_eager_records --method=approximate

finish
