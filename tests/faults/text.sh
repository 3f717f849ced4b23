# text.sh - CoNLL-U that is not well formed, and CoNLL-U that is odd but taken.
. "$1/lib.sh"

# The lines that a command writes, as a sentence between two good ones: it begins at line 5.
in_between ()
{
  sentence a 1:0 2:1 >first
  sentence z 1:2 2:0 >last
  "$@" >lines
  echo >blank
  cat first lines blank last >in
}

# bad NAME MESSAGE COMMAND...: the lines that the command writes are no good sentence, which is told by "FILE:MESSAGE"
# and hurts no other sentence.
bad ()
{
  name=$1
  shift
  try "$name" check_bad "$@"
}

# The same of lines that may be two sentences, without a line between them.
bad_two ()
{
  name=$1
  shift
  counted='2 sentences'
  try "$name" check_bad "$@"
  counted='1 sentence'
}
counted='1 sentence'

check_bad ()
{
  message=$1
  shift
  in_between "$@"
  put_old out
  run 1 tbk projectivize -o out in
  said "tbk projectivize: in:$message"
  kept_old out
  run 0 tbk projectivize --on-error=skip in
  cat first last >expected
  wrote expected
  said "in: $counted left out; the first: in:$message"
  run 0 tbk projectivize --on-error=pass in
  wrote in
  said "in: $counted passed unchanged; the first: in:$message"
}

# odd NAME MESSAGE COMMAND...: the same lines make a sentence that is taken as it is, with the warning MESSAGE; with
# --strict they do not. An empty MESSAGE: without any.
odd ()
{
  name=$1
  shift
  try "$name" check_odd "$@"
}

check_odd ()
{
  message=$1
  shift
  in_between "$@"
  check_taken "$message"
}

# The file `in` is taken, with a warning or not.
check_taken ()
{
  run 0 tbk projectivize in
  wrote in
  if [ -z "$1" ]; then
    said_nothing
    run 0 tbk projectivize --strict in
    wrote in
  else
    said "tbk projectivize: in:${1%%: *}: warning: ${1#*: }"
    run 1 tbk projectivize --strict in
    said "in:$1"
  fi
}

# stopped NAME MESSAGE COMMAND...: the command writes a whole file that is bad. refused ...: as a whole, not in some of
# its sentences.
stopped ()
{
  name=$1
  shift
  try "$name" check_refused stop "$@"
}

refused ()
{
  name=$1
  shift
  try "$name" check_refused 'stop skip pass' "$@"
}

check_refused ()
{
  policies=$1 message=$2
  shift 2
  "$@" >in
  for policy in $policies; do
    put_old out
    run 1 tbk projectivize --on-error=$policy -o out in
    said "tbk projectivize: in:$message"
    kept_old out
  done
}

good_word='1\tba\t_\t_\t_\t_\t0\troot\t_\t_\n'

# Bytes. The column of a bad byte is counted in bytes from 1.
bad 'stray byte' '5:4: not UTF-8 text: byte 0xff' printf '1\tb\377a\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'stray continuation' '6:3: not UTF-8 text: byte 0x80' printf '#\n1\t\200\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'overlong character' '5:4: not UTF-8 text: byte 0xc0' printf '1\tb\300\257\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'overlong NUL' '5:3: not UTF-8 text: byte 0xc0' printf '1\t\300\200\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'surrogate' '5:3: not UTF-8 text: byte 0xed' printf '1\t\355\240\200\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'beyond Unicode' '5:3: not UTF-8 text: byte 0xf4' printf '1\t\364\220\200\200\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'character cut short' '5:4: not UTF-8 text: byte 0xc3' printf '1\tb\303\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'character cut by the line end' '5:3: not UTF-8 text: byte 0xe2' printf '# \342\202\n'"$good_word"
bad 'NUL' '5:4: not UTF-8 text: byte 0x00' printf '1\tb\000a\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'NUL in a comment' '5:4: not UTF-8 text: byte 0x00' printf '# a\000\n'"$good_word"
bad 'byte before another fault' '6:3: not UTF-8 text: byte 0xff' printf '1\t\n2\t\377\n'
refused 'UTF-16, little-endian' '1: found UTF-16, expected UTF-8 text' printf '\377\3761\000\t\000'
refused 'UTF-16, big-endian' '1: found UTF-16, expected UTF-8 text' printf '\376\377\0001\000\t'
bad 'lone carriage return' '5: [non-unix-newline]' printf '1\tba\rbe\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'carriage returns as line ends' '5: [non-unix-newline]' printf '1\tba\t_\t_\t_\t_\t0\troot\t_\t_\r2\tba\t_\t_\t_\t_\t1\tdep\t_\t_\n'
odd 'NEL, line and paragraph separator' '' printf '# sent_id = m\n1\tb\302\205\342\200\250\342\200\251a\t_\t_\t_\t_\t0\troot\t_\t_\n'
odd 'no-break space alone' '' printf '# sent_id = m\n1\t\302\240\t_\t_\t_\t_\t0\troot\t_\t_\n'
odd 'not in normal form C' '' printf '# sent_id = m\n1\ta\314\201\t_\t_\t_\t_\t0\troot\t_\t_\n'
odd 'noncharacters and planes beyond the first' '' printf '# sent_id = m\n1\t\357\277\277\360\237\231\202\364\217\277\277\t_\t_\t_\t_\t0\troot\t_\t_\n'
odd 'CR LF' '5: [non-unix-newline]' printf '# sent_id = m\r\n1\tba\t_\t_\t_\t_\t0\troot\t_\t_\r\n'
odd 'terminal escapes in comments' '' printf '# sent_id = \033[31mred\033]0;x\007\n# text = \033c\n'"$good_word"

# Lines and columns.
bad 'nine columns' '5: [number-of-columns] 9 columns found, 10 expected' printf '1\tba\t_\t_\t_\t_\t0\troot\t_\n'
bad 'eleven columns' '5: [number-of-columns] 11 columns found, 10 expected' printf '1\tba\t_\t_\t_\t_\t0\troot\t_\t_\t_\n'
bad 'trailing tab' '5: [number-of-columns] 11 columns found, 10 expected' printf '1\tba\t_\t_\t_\t_\t0\troot\t_\t_\t\n'
bad 'a thousand columns' '5: [number-of-columns] 1001 columns found, 10 expected' awk 'BEGIN {
  for (i = 0; i < 1000; i++) printf "1\t"; print "1" }'
bad 'spaces for tabs' '5: [number-of-columns] 1 column found, 10 expected' printf '1 ba _ _ _ _ 0 root _ _\n'
bad 'text' '5: [number-of-columns] 1 column found, 10 expected' printf 'ba\n'
bad 'empty FORM' '5: [empty-column] column 2 (FORM) is empty' printf '1\t\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'empty ID' '5: [empty-column] column 1 (ID) is empty' printf '\tba\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'empty HEAD' '5: [empty-column] column 7 (HEAD) is empty' printf '1\tba\t_\t_\t_\t_\t\troot\t_\t_\n'
bad 'only tabs' '5: [' printf '\t\t\t\t\t\t\t\t\t\n'
bad 'blanks in an empty line' '6: [pseudo-empty-line]' printf "$good_word"' \t \n2\tba\t_\t_\t_\t_\t1\tx\t_\t_\n'
bad 'no-break space in an empty line' '6: [pseudo-empty-line]' printf "$good_word"'\302\240\n'
bad 'byte order mark in an empty line' '6: [pseudo-empty-line]' printf "$good_word"'\357\273\277\n'
bad 'comment between words' '6: [misplaced-comment]' printf "$good_word"'# x\n2\tba\t_\t_\t_\t_\t1\tx\t_\t_\n'
bad 'comment after the words' '6: [misplaced-comment]' printf "$good_word"'# x\n'
bad 'comment after a range' '6: [misplaced-comment]' printf '1-2\tba\t_\t_\t_\t_\t_\t_\t_\t_\n# x\n'
odd 'comments only' '5: [empty-sentence]' printf '# sent_id = m\n# text = ba\n'
bad 'range and empty node only' '5: [' words 0.1:_
odd 'blank lines' '5: [extra-empty-line]' printf ''
odd 'comment of one byte' '' printf '#\n# sent_id = m\n'"$good_word"

# IDs.
bad_two 'ID 1 twice' '6: [word-id-sequence] ID 1 found, 2 expected' words 1:0 1:0
bad 'ID twice' '7: [word-id-sequence] ID 2 found, 3 expected' words 1:0 2:1 2:1
bad 'ID left out' '6: [word-id-sequence] ID 3 found, 2 expected' words 1:0 3:1
bad 'first ID 2' '5: [word-id-sequence] ID 2 found, 1 expected' words 2:0
bad 'IDs backwards' '5: [word-id-sequence] ID 2 found, 1 expected' words 2:0 1:2
bad 'ID 0' "5: [invalid-word-id] ID '0'" words 0:0
bad 'ID 01' "5: [invalid-word-id] ID '01'" words 01:0
bad 'ID -1' "5: [invalid-word-id] ID '-1'" words -1:0
bad 'ID +1' "5: [invalid-word-id] ID '+1'" words +1:0
bad 'ID 1x' "5: [invalid-word-id] ID '1x'" words 1x:0
bad 'ID with a blank' "5: [invalid-word-id] ID ' 1'" words ' 1:0'
bad 'ID of 10^20' '5: [' words 100000000000000000000:0
bad 'ID 2^32 + 1' '5: [' words 4294967297:0
bad 'ID 2^64 + 1' '5: [' words 18446744073709551617:0
bad 'ID of a million digits' '5: [' awk 'BEGIN {
  for (i = 0; i < 100000; i++) printf "1111111111"; print "\tba\t_\t_\t_\t_\t0\troot\t_\t_" }'
bad 'ID 1.0' "6: [invalid-word-id] ID '1.0'" words 1:0 1.0:_
bad 'ID 1.01' "6: [invalid-word-id] ID '1.01'" words 1:0 1.01:_
bad 'ID 1.' "6: [invalid-word-id] ID '1.'" words 1:0 1.:_
bad 'ID 4-5.1' "6: [invalid-word-id] ID '4-5.1'" words 1:0 4-5.1:_
bad 'ID 2-' "6: [invalid-word-id] ID '2-'" words 1:0 2-:_
bad 'ID with escapes' "5: [invalid-word-id] ID '\\x1b[31m1'" printf '\033[31m1\tba\t_\t_\t_\t_\t0\troot\t_\t_\n'
bad 'empty node of another word' '6: [misplaced-empty-node] empty node 2.1 found, 1.1 expected' words 1:0 2.1:_
bad 'empty node left out' '6: [misplaced-empty-node] empty node 1.2 found, 1.1 expected' words 1:0 1.2:_
bad 'empty node twice' '7: [misplaced-empty-node]' words 1:0 1.1:_ 1.1:_
bad 'empty node after its range began' '7: [misplaced-empty-node]' words 1:0 2-3:_ 1.1:_ 2:1 3:1
bad 'range left out' '6: [word-interval-out] range 2-3, but the last word is 1' words 1:0 2-3:_
bad 'range cut' '6: [word-interval-out] range 2-4, but the last word is 3' words 1:0 2-4:_ 2:1 3:1
bad 'ranges overlap' '7: [overlapping-word-intervals] range 2-3 overlaps with 1-2' words 1-2:_ 1:0 2-3:_ 2:1 3:1
bad 'range twice' '6: [overlapping-word-intervals]' words 1-2:_ 1-2:_ 1:0 2:1
bad 'range backwards' '5: [reversed-word-interval] range 2-1' words 2-1:_ 1:0 2:1
bad 'range from 0' '5: [' words 0-1:_ 1:0
bad 'range after its first word' '6: [misplaced-word-interval] range 1-2' words 1:0 1-2:_ 2:1
bad 'range too early' '5: [misplaced-word-interval] range 2-3' words 2-3:_ 1:0 2:1 3:1
bad 'range to 10^20' '5: [' words 1-100000000000000000000:_ 1:0
odd 'empty nodes from 0.1 past i.9' '' sh -c 'echo "# sent_id = m"
  for id in 0.1 0.2 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 2-3 2 3; do
    case $id in 1) head=0 ;; 2 | 3) head=1 ;; *) head=_ ;; esac
    printf "%s\tba\t_\t_\t_\t_\t%s\tdep\t_\t_\n" $id $head
  done'
odd 'range of one word' '' sh -c 'printf "# sent_id = m\n1-1\tba\t_\t_\t_\t_\t_\t_\t_\t_\n1\tba\t_\t_\t_\t_\t0\troot\t_\t_\n"'

# HEADs.
bad 'HEAD _' "6: [invalid-head] HEAD '_'" words 1:0 2:_
bad 'HEAD _ everywhere' "5: [invalid-head] no word has a HEAD" words 1:_ 2:_ 3:_
bad 'HEAD -1' "6: [invalid-head] HEAD '-1'" words 1:0 2:-1
bad 'HEAD 3x' "6: [invalid-head] HEAD '3x'" words 1:0 2:3x
bad 'HEAD 01' "6: [invalid-head] HEAD '01'" words 1:0 2:01
bad 'HEAD 00' "5: [invalid-head] HEAD '00'" words 1:00
bad 'HEAD 1.1' "6: [invalid-head] HEAD '1.1'" words 1:0 2:1.1
bad 'HEAD of 10^20' '6: [' words 1:0 2:100000000000000000000
bad 'HEAD 2^32' '6: [' words 1:0 2:4294967296
bad 'HEAD 2^31' '6: [' words 1:0 2:2147483648
bad 'HEAD 2^64 + 1' '6: [' words 1:0 2:18446744073709551617
bad 'HEAD with %s and escapes' "6: [invalid-head] HEAD '%s%n\\x1b[2J'" printf "$good_word"'2\tba\t_\t_\t_\t_\t%%s%%n\033[2J\tx\t_\t_\n'
bad 'HEAD beyond the last word' "6: [unknown-head] HEAD '3' of word 2, but the last word is 2" words 1:0 2:3
bad 'HEAD is the word' '6: [head-self-loop] HEAD of word 2' words 1:0 2:2
bad 'cycle' '6: [non-tree] the words 2, 3 form a cycle' words 1:0 2:3 3:2
bad 'cycle and no root' '5: [non-tree] the words 1, 3, 2 form a cycle' words 1:3 2:1 3:2
bad 'long cycle' '5: [non-tree] the words ' awk 'BEGIN {
  for (i = 1; i <= 5000; i++) printf "%d\tba\t_\t_\t_\t_\t%d\tx\t_\t_\n", i, i % 5000 + 1 }'
odd 'two roots' '7: [multiple-roots]' sh -c 'printf "# sent_id = m\n"; printf "%d\tba\t_\t_\t_\t_\t0\troot\t_\t_\n" 1 2'

# The ends of files, and sent_ids.
end_of_file ()
{
  printf "$2" >in
  check_taken "$1"
}
try 'no final blank line' end_of_file '2: [missing-empty-line]' "# sent_id = a\n$good_word"
try 'no final newline' end_of_file '2: [missing-empty-line]' "# sent_id = a\n${good_word%??}"
stopped 'final carriage return is none of a line end' '2: [non-unix-newline]' printf "# sent_id = a\n${good_word%??}\r"
try 'several final blank lines' end_of_file '4: [extra-empty-line]' "# sent_id = a\n$good_word\n\n\n"
try 'initial blank line' end_of_file '1: [extra-empty-line]' "\n# sent_id = a\n$good_word\n"
try 'byte order mark' end_of_file '1: [byte-order-mark]' "\357\273\277# sent_id = a\n$good_word\n"
try 'byte order mark before a word' end_of_file '1: [byte-order-mark]' "\357\273\277$good_word\n"
try 'no sent_id' end_of_file '1: [missing-sent-id]' "$good_word\n"
try 'sent_id twice' end_of_file '4: [non-unique-sent-id]' "# sent_id = a\n$good_word\n# sent_id = a\n$good_word\n"
try 'only newlines' end_of_file '1: [extra-empty-line]' '\n\n'
stopped 'only a byte order mark' '1: [' printf '\357\273\277\n\n'
stopped 'half a sentence at the end' '3: [number-of-columns] 2 columns found, 10 expected' printf "# sent_id = a\n$good_word"'2\tba'

# CoNLL-U Plus.
refused 'global.columns without HEAD' '1: global.columns names no column HEAD' printf '# global.columns = ID FORM\n1\tba\n\n'
refused 'global.columns without ID' '1: global.columns names no column ID' printf '# global.columns = FORM HEAD\nba\t0\n\n'
refused 'global.columns without names' '1: global.columns names no column ID' printf '# global.columns =\nba\t0\n\n'
refused 'global.columns with a name twice' '1: global.columns names the column' printf '# global.columns = ID HEAD HEAD MISC\n1\t0\t0\t_\n\n'
refused 'global.columns without MISC' '1: a column MISC was expected' printf '# global.columns = ID HEAD\n1\t0\n\n'
stopped 'a column less than named' '2: [number-of-columns] 3 columns found, 4 expected' printf '# global.columns = ID HEAD X MISC\n1\t0\t_\n\n'
try 'a thousand columns named' eval '
  awk "BEGIN {
    printf \"# global.columns = MISC\"
    for (i = 1; i <= 1000; i++) printf \" C%d\", i
    print \" HEAD ID\\n# sent_id = a\"
    for (w = 1; w <= 3; w++) {
      printf \"_\"
      for (i = 1; i <= 1000; i++) printf \"\\tx\"
      print \"\\t\" (w == 1 ? 2 : w == 2 ? 0 : 1) \"\\t\" w
    }
    print \"\" }" >in
  run 0 tbk projectivize in
  sed "5s/^_/OrigHead=1/; 5s/1	3\$/2	3/" in >expected
  wrote expected
  said_nothing'

glued_plus ()
{
  printf '# global.columns = ID HEAD MISC\n# sent_id = a\n1\t0\t_\n\n' >a
  printf '# global.columns = ID MISC HEAD\n# sent_id = b\n1\t_\t0\n\n' >b
  put_old out
  tbk projectivize -o out a b 2>"$room.err" && fail 'files of different columns became one file'
  said 'b:'
  kept_old out
}
try 'files of different columns' glued_plus

glued_ends ()
{
  for end in '' '\n' '\n\n' '\r\n' '\r\n\r\n'; do
    printf "# sent_id = a\n${good_word%??}$end" >a
    printf "# sent_id = b\n$good_word\n" >b
    run 0 tbk projectivize -o out a b
    run 0 tbk stats out
    grep -q '^out	2	2	' "$room.out" || fail "not two sentences after the end $end"
  done
}
try 'files glued after any line end' glued_ends

# What a sentence that is left out says of those after it is kept if it is good itself. kept EXPECTED LOST [OPTION...]:
# of the file `in`, which can then be read as it is meant. LOST is the line of the first comment that is lost and, after a
# blank, how many there are if more than one; or nothing.
kept ()
{
  text=$1 lost=$2
  shift 2
  for jobs in 1 4; do
    run 0 tbk projectivize -j$jobs --mark=none --on-error=skip "$@" in
    printf "$text" >expected
    wrote expected
    cp "$room.out" out
    lost_text='comment newdoc, newpar or global. that is not well formed, left out with its sentence'
    case $lost in
    '') ! grep -q lost-comment "$room.err" || fail "standard error is $(cat "$room.err")" ;;
    *' '*) said "in:${lost% *}: warning: [lost-comment] $lost_text (${lost#* } times, here first)" ;;
    *) said "in:$lost: warning: [lost-comment] $lost_text" ;;
    esac
    run 0 tbk stats "$@" out
    tail -n 1 "$room.out" | cut -f 2- >figures
    run 0 tbk stats --on-error=skip "$@" in
    tail -n 1 "$room.out" | cut -f 2- | cmp - figures || fail 'the output is read as another treebank'
  done
}

good=$good_word'\n'
bad_word='1\tba\t_\t_\t_\t_\t1\tx\t_\t_\n'
named='# global.columns = '
ten='ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC'

kept_bytes ()
{
  for bad in '\000' '\377' '\r x'; do
    printf "# newdoc id = a$bad\n# newpar\n$bad_word\n$good" >in
    kept "# newpar\n$good" 1
    printf "# newpar\n# newdoc id = $bad\n# global.Entity $bad\n$bad_word\n$good$bad_word\n$good" >in
    kept "# newpar\n$good$good" '2 2'
  done
  # The last sentence's concern none.
  printf "$good# newdoc id = \377\n# newpar\n$bad_word" >in
  kept "$good" 3
}
try 'kept comments: bytes' kept_bytes

kept_long ()
{
  printf "# newdoc 90\n# newdoc 901\n$bad_word\n# a\n1\t2\n\n" >in
  kept '' 2 --limit=line:11
  printf "# newdoc %040d\n# newdoc %041d\n$bad_word\n$good" 0 0 >in
  kept "# newdoc $(printf %040d 0)\n$good" 2 --limit=line:49
}
try 'kept comments: long lines' kept_long

# The next sentence cannot become too long by them: the latest of each key is kept, and of many keys some.
kept_many ()
{
  for key in 'newdoc = ' 'global.E = ' 'global.E'; do
    awk -v bad="$bad_word" -v good="$good" -v key="# $key" 'BEGIN {
      for (i = 0; i < 100000; i++) printf "%s%d\n" bad "\n", key, 100000 + i
      printf good }' >in
    run 0 tbk projectivize --on-error=skip in
    cp "$room.out" out
    [ "$key" = global.E ] || [ "$(head -n 1 out)" = "# ${key}199999" ] || fail "the first line is $(head -n 1 out)"
  done
  said '[lost-comment]'
  [ "$(wc -c <out)" -lt 1100000 ] || fail "$(wc -c <out) bytes"
  run 0 tbk stats out
}
try 'kept comments: many' kept_many

kept_line_ends ()
{
  printf "# newdoc\r\n# newpar\n$bad_word\r\n\n$good" >in
  kept "# newdoc\r\n# newpar\n$good" ''
  kept "" 1 --strict
  # Blank lines before the sentence that they go to would part them from it.
  for blank in '\n' '\r\n\n'; do
    printf "# newdoc\n$bad_word\n$blank$good" >in
    kept "# newdoc\n$good" ''
    printf "\n# newdoc\n$bad_word\n$blank$bad_word\n$blank$good$blank" >in
    kept "# newdoc\n$good$blank" ''
  done
}
try 'kept comments: line ends' kept_line_ends

# A byte order mark is one at the beginning only.
kept_mark ()
{
  printf "\357\273\277$bad_word\n$good" >in
  kept "\357\273\277$good" ''
  printf "\357\273\277# newdoc\n$bad_word\n\n\n$good" >in
  kept "\357\273\277# newdoc\n$good" ''
  printf "\357\273\277# newdoc\n\n# sent_id = a\n$good" >in
  kept "# newdoc\n# sent_id = a\n$good" '' --strict
  sentence a 1:0 >first
  printf "\357\273\277$bad_word\n$good" >in
  run 0 tbk projectivize --on-error=skip first in
  { cat first; printf "$good"; } >expected
  wrote expected
  for bad in "# newdoc\n$bad_word" "$good_word"; do
    printf "\357\273\277\357\273\277$bad\n$good" >in
    run 0 tbk projectivize --on-error=skip first in
    wrote expected
    run 0 tbk stats expected
  done
}
try 'kept comments: byte order mark' kept_mark

# The names of columns are read on the first line of a file, and must not come there from elsewhere.
kept_columns ()
{
  printf "# x\n${named}ID HEAD\n# newdoc\n$bad_word\n$good" >in
  kept "# newdoc\n$good" 2
  printf "$bad_word\n${named}ID FORM HEAD\n$good$good" >in
  kept "$good" 3
  printf "$bad_word\n$named$ten\n$good$good" >in
  kept "$named$ten\n$good$good" ''
  printf "# x\n$named$ten\n$bad_word\n$good" >in
  kept "$named$ten\n$good" ''
  printf "${named}ID HEAD\n# newdoc\n1\t2\n\n\n\n1\t0\n\n" >in
  kept "${named}ID HEAD\n# newdoc\n1\t0\n\n" ''
  run 0 tbk projectivize --mark=none --on-error=skip --all in
  printf "${named}ID HEAD\n# newdoc\n# choice = 1/1\n1\t0\n\n" >expected
  wrote expected
}
try 'kept comments: columns' kept_columns
refused 'global.columns in no UTF-8' '1: global.columns is in no good line' printf '# global.columns = ID HEAD \377\n1\t0\n\n'
refused 'global.columns with NUL' '1: global.columns is in no good line' printf '# global.columns = ID HEAD MISC\000\n1\t0\t_\n\n'
bad 'global.columns of other columns' '6: global.columns names other columns' printf '# x\n# global.columns = ID HEAD\n'"$good_word"

# Lines and sentences without end.
too_long ()
{
  { sentence a 1:0; printf '# text = '; head -c "$1" /dev/zero | tr '\0' a; printf '\n'"$good_word"; } >in
  put_old out
  run 1 tbk projectivize -o out in
  said 'in:4: line longer than 1048576 bytes'
  kept_old out
}
try 'line of just over 1 MiB' too_long 1048568
try 'line of 4 MB' too_long 4000000
just_long_enough ()
{
  { printf '# sent_id = a\n# text = '; head -c 1048567 /dev/zero | tr '\0' a; printf '\n'"$good_word"'\n'; } >in
  run 0 tbk projectivize in
  wrote in
}
try 'line of 1 MiB' just_long_enough

finish
