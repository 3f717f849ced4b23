# terminal.sh - what tbk show and check write to a terminal, as util-linux's `script` gives it one.
. "$1/lib.sh"

# on_terminal COMMAND: what it writes to a terminal of 60 columns, without carriage returns.
on_terminal ()
{
  script -qec true /dev/null >/dev/null 2>&1 </dev/null || skip 'there is no script(1) that runs a command on a terminal'
  TERM=xterm script -qec "stty cols 60; $1" /dev/null </dev/null | tr -d '\r' >terminal
}

# A sentence of $1 words, each of which hangs on the next.
chain ()
{
  echo "# sent_id = s"
  i=1
  while [ $i -le "$1" ]; do
    head=$((i < $1 ? i + 1 : 0))
    printf '%d\tword\t_\tNOUN\t_\t_\t%d\tdep\t_\t_\n' $i $head
    i=$((i + 1))
  done
  echo
}

ten_trees ()
{
  i=0
  while [ $i -lt 12 ]; do
    printf '# sent_id = s%d\n1\tx\t_\tX\t_\t_\t0\troot\t_\t_\n\n' $i
    i=$((i + 1))
  done >in
  on_terminal "tbk show in"
  [ "$(grep -c 'sentence [0-9]* of in' terminal)" = 10 ] || fail "not ten trees: $(cat terminal)"
  grep -q 'tbk show: only the first 10 trees are drawn' terminal || fail "nothing was said of the others"
  on_terminal "tbk show --max=12 in"
  [ "$(grep -c 'sentence [0-9]* of in' terminal)" = 12 ] || fail "not twelve trees"
}

colours ()
{
  chain 2 >in
  escape=$(printf '\033')
  on_terminal "tbk show in"
  grep -q "$escape" terminal || fail "no colours"
  on_terminal "NO_COLOR=1 tbk show in"
  ! grep -q "$escape" terminal || fail "colours with NO_COLOR"
  on_terminal "NO_COLOR= tbk show in"
  grep -q "$escape" terminal || fail "no colours with NO_COLOR empty"
  on_terminal "TERM=dumb tbk show in"
  ! grep -q "$escape" terminal || fail "colours on a dumb terminal"
  on_terminal "tbk show --color=never in"
  ! grep -q "$escape" terminal || fail "colours with --color=never"
}

# Lines are no wider than the terminal, though the tree is high.
width ()
{
  chain 40 >in
  on_terminal "tbk show --color=never in"
  longest=$(LC_ALL=C.UTF-8 wc -L <terminal)
  [ "$longest" -le 60 ] || fail "a line has $longest cells: $(cat terminal)"
  grep -q 'head 40' terminal || fail "where heads are is not said"
}

# The bar stays away from drawings.
no_bar ()
{
  chain 3 >in
  on_terminal "tbk show --color=never in"
  ! grep -q '\[#' terminal || fail "a bar among drawings: $(cat terminal)"
}

# Sentences are read; rows are for programs, or if they are asked for.
findings ()
{
  printf '# sent_id = s\n1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n3\tc\t_\tX\t_\t_\t4\tdep\t_\t_\n4\td\t_\tX\t_\t_\t2\tdep\t_\t_\n5\t.\t_\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n' >in
  on_terminal "tbk check --fail-on=never in"
  tbk check --format=text --fail-on=never in >text
  [ -s text ] && cmp text terminal || fail "no text on a terminal: $(cat terminal)"
  for rows in --columns=line,test --format=tsv --by=test --rules=ud\ --by=file; do
    on_terminal "tbk check --fail-on=never $rows in"
    ! grep -q '^in:' terminal || fail "no table with $rows: $(cat terminal)"
  done
  tbk check --fail-on=never in >table
  on_terminal "tbk check --fail-on=never -o written in"
  cmp written table || fail "no table in a file"
}

try "no bar among drawings" no_bar
try "findings as text on a terminal" findings
try "ten trees on a terminal" ten_trees
try "colours on a terminal" colours
try "lines fit the terminal" width
finish
