# document-comments.sh - whether all commands keep the comments that hold for later sentences, of treebanks that are made here; prints what is
# wrong, and how many runs there were.
tree () { # of sentence $1, bad if $2 is bad
  if [ "$2" = bad ]; then printf '1\tba\t_\tX\t_\t_\t7\tdep\t_\t_\n\n'
  else printf '1\tkesi\t_\tX\t_\t_\t0\troot\t_\t_\n2\truna\t_\tX\t_\t_\t4\tobl\t_\t_\n3\ttilo\t_\tY\t_\t_\t1\tobj\t_\t_\n4\tdopu\t_\tZ\t_\t_\t3\tnmod\t_\t_\n\n'; fi
}
small () { # 9 documents of 3 sentences, with the first line $1; every fifth sentence is $2
  n=0
  printf "$1"
  for document in 1 2 3 4 5 6 7 8 9; do
    printf '# newdoc id = %s\n# global.K1 = %s\n' $document $((document / 3))
    [ $((document % 2)) = 0 ] || printf '# global.K2=%s\n' $((document / 5))
    for k in 1 2 3; do
      n=$((n + 1))
      [ $k != 2 ] || echo "# newpar id = $document-$k"
      [ $n != 20 ] || echo '# global.K3 = late'
      echo "# sent_id = $n"
      [ $((n % 5)) = 1 ] && tree $n $2 || tree $n
    done
  done
}
small '' good >good.conllu
small '' bad >bad.conllu
small '# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC X:Y\n' good | sed 's/^[0-9].*/&\t*/' >good.conllup
sed 's/$/\r/' bad.conllu >returns.conllu
{ printf '\357\273\277'; cat bad.conllu; } >mark.conllu
awk '{ print } !NF && NR % 4 { print "" }' bad.conllu >blank.conllu
awk 'BEGIN { RS = ""; ORS = "\n\n" } { text[NR] = $0 } END { for (i = 0; i < 300; i++) for (s = 1; s <= NR; s++) {
       t = text[s]; gsub (/newdoc id = /, "&" i "-", t); gsub (/sent_id = /, "&" i "-", t); if (i % 7) sub (/K1 = /, "&" int (i / 9), t); print t } }' bad.conllu >large.conllu
tbk train -o model --epochs=1 --beam=4 good.conllu >/dev/null
tbk train -o model-plus --epochs=1 good.conllup >/dev/null


n_runs=0
expect () { # RUN: STATUS, WHAT holds.awk FOUND
  n_runs=$((n_runs + 1))
  case $1,$2 in
  *': 0'*' sentences, all is right') ;;
  *) echo "$1, $2" ;;
  esac
}

commands='filter
filter --sample=7
projectivize
projectivize --mark=headpath
projectivize --all
restore
convert
parse -m model
parse -m model --n-best=3
repair --test=error,warning,note
repair --suggest --test=error,warning,note'
# Sets the conditions that a command goes with: "." for none. restore and parse choose no sentences.
choose () { # COMMAND CONDITION...
  case $1 in restore*|parse*) conditions=. ;; *) shift; conditions=". $*" ;; esac
}
while read -r command; do
  choose "$command" --every=2 --every=4 --id=23 --where=sentence=5,6,17,27
  for condition in $conditions; do
    condition=${condition#.}
    tbk $command $condition good.conllu 2>err >out
    expect "tbk $command $condition: $? $(cat err)" "$(awk -f holds.awk good.conllu out)"
  done
  for file in bad returns mark blank large; do
    choose "$command" --every=3
    for condition in $conditions; do
      condition=${condition#.}
      tbk $command $condition --on-error=skip $file.conllu >out 2>err
      status=$?
      tr -d '\r' <$file.conllu >in
      expect "tbk $command $condition --on-error=skip $file.conllu: $status" "$(tr -d '\r' <out | awk -f holds.awk in -)"
      tbk $command $condition -j3 --on-error=skip $file.conllu 2>err2 | cmp - out
    done
  done
done <<end
$commands
end

# Columns that the first line names.
for command in filter 'filter --sample=5' projectivize restore convert 'parse -m model-plus'; do
  choose "$command" --every=5 --id=23
  for condition in $conditions; do
    condition=${condition#.}
    tbk $command $condition good.conllup >out 2>err
    status=$?
    case $command in
    convert) ;;
    *) [ "$(head -n 1 out)" = "$(head -n 1 good.conllup)" ] || echo "tbk $command $condition good.conllup: $(head -n 1 out)" ;;
    esac
    expect "tbk $command $condition good.conllup: $status" "$(case $command in convert) sed 1d good.conllup ;; *) cat good.conllup ;; esac | awk -f holds.awk - out)"
    case $command$condition in *=*) ;; *) [ "$(tbk stats out | sed -n 2p | cut -f 2)" = 27 ] || echo "tbk $command good.conllup: sentences were lost" ;; esac
  done
done

# Where nothing is left out, nothing changes.
for file in good.conllu good.conllup returns.conllu mark.conllu blank.conllu large.conllu; do
  for command in filter restore; do
    tbk $command --on-error=pass $file 2>err | cmp - $file
    n_runs=$((n_runs + 1))
  done
  tbk filter --on-error=skip $file 2>err | grep -v '^\r*$' >all
  tbk filter --sample=100000 --on-error=skip $file 2>err | grep -v '^\r*$' | cmp - all
done
echo "$n_runs runs"
