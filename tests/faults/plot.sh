# plot.sh - plots without points, and gnuplots that fail.
. "$1/lib.sh"

# fake COMMANDS: what `gnuplot` is from now on.
fake ()
{
  mkdir -p bin
  printf '#!/bin/sh\n%s\n' "$1" >bin/gnuplot
  chmod +x bin/gnuplot
  PATH=$PWD/bin:$PATH
}

# Trees that are not projective, of one length for each of many files.
many_lines ()
{
  many 20 >in
  inputs= labels=
  label=$(head -c 2000 /dev/zero | tr '\0' l)
  i=0
  while [ $i -lt 70 ]; do
    inputs="$inputs in" labels="$labels --label=$i$label"
    i=$((i + 1))
  done
}

# However and whenever gnuplot ends, the run tells it, and leaves no plot.
ends_early ()
{
  many_lines
  fake "$1"
  put_old old.svg
  i=0
  while [ $i -lt 20 ]; do
    run 3 tbk choices --plot=new.svg in
    said "$2"
    missing new.svg
    run 3 tbk choices --plot=old.svg $labels $inputs
    said "$2"
    kept_old old.svg
    i=$((i + 1))
  done
}
try 'gnuplot fails at once' ends_early 'exit 1' 'gnuplot: ended with status 1, expected a drawing'
try 'gnuplot draws nothing' ends_early 'exit 0' 'gnuplot: ended with status 0, expected a drawing'
try 'gnuplot reads a little and fails' ends_early 'head -c 100 >/dev/null; echo "  bad line" >&2; exit 2' 'gnuplot: bad line'
try 'gnuplot draws a little and fails' ends_early 'echo "<svg"; exit 1' 'gnuplot: ended with status 1, expected a drawing'
try 'gnuplot is killed' ends_early 'exec <&-; kill -KILL $$' 'gnuplot: ended by signal 9, expected a drawing'
try 'gnuplot is no program' ends_early "$(printf '\nexec /nowhere/gnuplot 2>/dev/null')" 'gnuplot: ended with status 127'

# What gnuplot draws without reading on is a drawing.
reads_nothing ()
{
  many_lines
  fake 'exec <&-; echo "<svg/>"'
  echo '<svg/>' >expected
  i=0
  while [ $i -lt 20 ]; do
    run 0 tbk choices --plot=new.svg $labels $inputs
    same expected new.svg
    rm new.svg
    i=$((i + 1))
  done
}
try 'gnuplot does not read' reads_nothing

reads_all ()
{
  many_lines
  fake 'cat >script; echo "<svg/>"'
  run 0 tbk choices --plot=new.svg $labels $inputs
  [ "$(grep -c '^end$' script)" -eq 60 ] || fail 'the script is not whole'
  grep -q '"The first 60 of 70 are drawn' script || fail 'the plot does not say what it leaves out'
  # Nine lines share a panel, and their labels are a line of text apart.
  run 0 tbk choices --plot=new.svg $(for i in 1 2 3 4 5 6 7 8 9; do echo --label=$i in; done)
  height=$(sed -n 's/^set terminal.* size 640, \([0-9]*\).*/\1/p' script)
  sed -n 's/^set label .* at screen [0-9.]*, screen \([0-9.]*\) .* textcolor linetype.*/\1/p' script | sort -n |
    awk "NR > 1 && (\$1 - last) * $height < 17.9 { exit 1 } { last = \$1 } END { exit NR != 9 }" || fail 'labels cover one another'
}
try 'a plot of many lines' reads_all

report ()
{
  many 20 >in
  fake 'exit 1'
  i=0
  while [ $i -lt 10 ]; do
    run 0 tbk compare-oracles --output-dir=there in
    [ "$(grep -c 'gnuplot: ended with status 1' there/index.html)" -eq 3 ] || fail 'the page does not tell what is missing'
    i=$((i + 1))
  done
}
try 'gnuplot fails for a page' report

# A plot has points where twenty trees of about the same length lose arcs.
no_points ()
{
  many 2 >few
  sentence a 1:0 2:1 >projective
  : >empty
  fake 'cat >script; echo "<svg/>"'
  for input in few projective empty; do
    run 0 tbk choices --plot=new.svg $input
    said 'tbk choices: new.svg: the plot has no points: no length bin has 20 trees that lose arcs'
    grep -q "^set label 'no points'" script || fail 'the plot does not say that it has no points'
    rm new.svg
  done
  many 20 >enough
  run 0 tbk choices --plot=new.svg few enough
  said 'tbk choices: new.svg: drawn without 1 length bin with fewer than 20 trees that lose arcs'
  ! grep -q 'no points' script || fail 'the plot says that it has no points'
}
try 'plot without points' no_points

# The same as gnuplot takes it.
no_points_drawn ()
{
  command -v gnuplot >/dev/null || skip 'gnuplot is not installed'
  sentence a 1:0 2:1 >in
  : >empty
  for ending in svg png pdf; do
    run 0 tbk choices --plot=new.$ending in
    said 'the plot has no points'
    [ -s new.$ending ] || fail "new.$ending is empty"
  done
  grep -q 'words in the sentence' new.svg || fail 'the plot has no axis'
  for input in in empty; do
    run 0 tbk compare-oracles --output-dir=there $input
    ! grep -q 'plot is missing' there/index.html || fail "$(grep 'plot is missing' there/index.html)"
  done
}
try 'plot without points, drawn' no_points_drawn

# The texts of a drawing, a line each.
texts ()
{
  grep -o '<text.*</text>' "$1" | sed "s/<[^>]*>//g; s/&quot;/\"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/^ *//; s/ *$//"
}

# Signs that gnuplot gives a meaning to are text in labels, titles and names of files; no command is run.
odd_names ()
{
  command -v gnuplot >/dev/null || skip 'gnuplot is not installed'
  many 20 >in
  cat >names <<'end'
'begins
in''side
''
"quoted"
back\slash\n
`touch harmed`
'`touch harmed`'
@macro 50% %d
a_b^{c}
end
  set --
  while IFS= read -r name; do
    cp in "$name"
    set -- "$@" "$name"
    run 0 tbk choices --plot=new.svg --label="$name" "$name"
    texts new.svg | grep -qxF "$name" || fail "the plot has no line $name"
  done <names
  run 0 tbk compare-oracles --output-dir=there "$@"
  ! grep -q 'plot is missing' there/index.html || fail "$(grep 'plot is missing' there/index.html)"
  missing harmed
}
try 'names that gnuplot could obey' odd_names

# The start-up file of the user does not change what is drawn.
start_up_file ()
{
  command -v gnuplot >/dev/null || skip 'gnuplot is not installed'
  many 20 >in
  run 0 tbk choices --plot=expected.svg in
  printf '%s\n' 'system "touch harmed"' 'set label "mine" at graph 0.5,0.5' >.gnuplot
  HOME=$PWD
  export HOME
  run 0 tbk choices --plot=new.svg in
  same expected.svg new.svg
  missing harmed
}
try 'start-up file of gnuplot' start_up_file

finish
