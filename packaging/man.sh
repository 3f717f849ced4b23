#!/bin/sh
# man.sh PROGRAM FOLDER - manual pages: tbk(1) and a page for each command from what --help=all prints, by help2man, and
# tbk-formats(5) from docs/formats.md, by pandoc.
set -eu
program=$1
folder=$2
here=$(dirname "$0")
mkdir -p "$folder"
version=$("$program" --version | cut -d ' ' -f 2)
commands=$(sed -n 's/^COMMAND (\([a-z_]*\),.*/\1/p' "$here/../tools/commands.def" | tr _ -)

# The page of formats, with its table as a list: troff has no room for the columns. Header and rule of a table begin it.
formats ()
{
  sed -e '1s/.*/# NAME\n\ntbk-formats - the formats that tbk reads and writes/' -e '2,$s/^##/#/' "$here/../docs/formats.md" | awk '
    !/^\|/ { print; in_table = 0; next }
    in_table++ > 1 {
      sub(/^\| /, "")
      sub(/ \|$/, "")
      split($0, cells, / \| /)
      gsub(/\\\|/, "|", cells[1])
      printf "%s (%s)\n:   %s\n\n", cells[1], cells[2], cells[3]
    }'
}

if command -v pandoc >/dev/null; then
  formats |
    pandoc --standalone --from=markdown --to=man -V title=TBK-FORMATS -V section=5 -V footer="tbk $version" -o "$folder/tbk-formats.5"
else
  echo "man.sh: pandoc is needed to make the page tbk-formats(5), and is not installed; it is not made" >&2
fi

if ! command -v help2man >/dev/null; then
  echo "man.sh: help2man is needed to make the manual pages of commands, and is not installed; none are made" >&2
  exit 0
fi

# What every page ends with; that of the program lists the others, and has what holds for all. sections COMMAND
sections ()
{
  [ "$1" != tbk ] || sed 's/^  //' <<'END'
  [EXIT STATUS]
  .IP 0
  done
  .IP 1
  some data are wrong, or tbk check found something
  .IP 2
  wrong usage
  .IP 3
  a file could not be read or written, or memory ran out
  .IP 128+n
  ended by signal n

  [BAD FILES]
  A file that cannot be read, or whose data are wrong, is reported and left out; the other files are processed.
  Tables then cover the good files only.
  Where the sentences of several files go to one output, a file with a bad sentence is left out from that sentence on,
  and a file of
  .B \-\-output
  does not get its name.
  With
  .B \-\-on\-error=skip
  only the bad sentences are left out, and the exit status is 0.

  [TEMPORARY FILES]
  An output gets its name once it is complete.
  A run that is killed leaves nothing behind where the file system knows files without names, as most on Linux do.
  Elsewhere it leaves
  .I .NAME.0.tmp
  beside the output, which the next run to the same output removes.

END
  printf '%s\n' '[SEE ALSO]'
  [ "$1" = tbk ] || printf '.BR tbk (1),\n'
  for other in $commands; do
    [ "tbk-$other" = "$1" ] || printf '.BR tbk-%s (1),\n' "$other"
  done
  printf '.BR tbk-formats (5)\n'
}

# What --help=all prints, with the examples behind all else, where manual pages have them, and without what sections() tells.
# arrange COMMAND_LINE
arrange ()
{
  echo '#!/bin/sh'
  echo "$1 | awk '"
  cat <<'END'
    /^[A-Z].*:$/ { place = /^(Examples|Further examples):$/ ? "examples" : /^Exit status:$/ ? "none" : "" }
    place == "" { print }
    place == "examples" && /^ / { examples = examples $0 "\n" }
    place != "" && /^[^ ].*[^:]$/ { place = ""; print }
    END { if (examples != "") printf "\nExamples:\n%s", examples }'
END
}

# page NAME SUMMARY COMMAND_LINE
page ()
{
  sections "$1" >"$folder/$1.sections"
  arrange "$3" >"$folder/$1.help"
  chmod +x "$folder/$1.help"
  help2man --no-info --version-string="$version" --name="$2" --include="$folder/$1.sections" "$folder/$1.help" |
    sed -e "s/^\.TH [A-Z.-]* \"1\" \"[^\"]*\" \"[^\"]*\"/.TH $(echo "$1" | tr '[:lower:]' '[:upper:]') \"1\" \"\" \"tbk $version\"/" \
      -e "/^\.SH NAME/{n;s/^[a-z.-]* /$1 /;}" >"$folder/$1.1"
  rm "$folder/$1.sections" "$folder/$1.help"
}

page tbk 'treebanks: optimal projectivization, oracles of transition systems, parsers' "$program --help"
for command in $commands; do
  page "tbk-$command" "$(sed -n "s/^COMMAND ($(echo "$command" | tr - _), \"\(.*\)\")/\1/p" "$here/../tools/commands.def")" "$program $command --help=all"
done
