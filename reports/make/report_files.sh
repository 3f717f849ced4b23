# report_files.sh - which files a report is made from; read by the report_*.sh, after they have set `treebanks`.

# A file belongs to the treebank whose name comes before "-ud-" or, without that, before the ending.
treebank_of() {
  basename "$1" | sed 's/-ud-.*//; s/\.conllu.*//'
}

# The files of a treebank; where there are none, those of its language: files_of de_gsd
files_of() {
  for file in $files; do
    [ "$(treebank_of "$file")" != "$1" ] || echo "$file"
  done | grep . || for file in $files; do
    case $(treebank_of "$file") in
    "${1%%_*}" | "${1%%_*}"_*) echo "$file" ;;
    esac
  done
}

files=$(ls "$treebanks"/*.conllu.gz "$treebanks"/*.conllu 2>/dev/null | grep -v '/demo\.' || true)
[ -n "$files" ] || { echo "$(basename "$0"): no treebanks in $treebanks" >&2; exit 1; }
# shellcheck disable=SC2034
n_files=$(echo "$files" | wc -l | tr -d ' ')

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

. "$(dirname "$0")/origin.sh"

# Runs tbk. Warnings are of no interest here; whatever ends a run is.
tbk() {
  "$program" "$@" 2>"$scratch/messages" || {
    cat "$scratch/messages" >&2
    exit 1
  }
}
