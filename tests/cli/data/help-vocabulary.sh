# help-vocabulary.sh - one vocabulary: an option takes one kind of value in all commands, a letter is one option, --quiet is everywhere,
# and sentences are chosen alike wherever they are read. Prints what is not so.
chosen='where id ids-from every max'
for command in $(tbk help | sed -n '/^Commands/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
  tbk $command --help=options >help
  if tbk $command --help=all | grep -q "^'tbk $command --input=brackets --help'"; then
    tbk $command --input=brackets --help=options >brackets
  else
    cp help brackets
  fi
  for screen in help brackets; do
    sed 's/^\(--[a-z-]*\)\(\[\{0,1\}=[A-Z:/]*\)\{0,1\}[^ ]*\( -.\)\{0,1\}$/\1\3 \2/; s/^\(--[^ ]* -.\) /\1, /' $screen >options
    case $command in oracle | merge | restore | parse | update) needed= ;; *) needed=$chosen ;; esac
    for option in $needed; do
      grep -q "^--$option " options || echo "$command has no --$option in $screen"
    done
    grep -q '^--quiet -q,' options || echo "$command has no --quiet"
    sed "s/\$/ $command/" options >>all
  done
done
[ "$(wc -l <all)" -gt 300 ] || echo "few options were found"
# option, letter, kind; and where kinds differ
awk '{ letter = $2 ~ /^-.,/ ? $2 : ""; kind = NF > 2 + (letter != "") ? $(NF - 1) : "none"; sub (/^\[/, "", kind)
       if ($1 in kinds && kinds[$1] != kind) print $1 " is " kinds[$1] " in " where[$1] ", " kind " in " $NF
       if (letter != "" && letter in options && options[letter] != $1) print letter " is " options[letter] " and " $1
       kinds[$1] = kind; where[$1] = $NF; if (letter != "") options[letter] = $1 }' all | sort -u
