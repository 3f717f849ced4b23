#!/bin/sh
# completion.sh PROGRAM FOLDER - completes words as bash and zsh do, with the files that packaging/completion.sh made.
set -eu
folder=$2
status=0
PATH=$(CDPATH='' cd -- "$(dirname "$1")" && pwd):$PATH

# expect SHELL 'LINE' WORD...: what LINE can be completed to. FOUND is what the shell told.
expect ()
{
  shell=$1 line=$2
  shift 2
  for word; do
    case " $found " in
    *" $word "*) ;;
    *) echo "FAILED: $shell, '$line': expected $word, found: $found"; status=1 ;;
    esac
  done
}

# What bash offers for the last word; words are divided as readline divides them, at "=" too.
in_bash ()
{
  line=$1
  shift
  found=$(bash --norc -c 'compopt () { :; }; . "$0/tbk"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tbk; echo ${COMPREPLY[@]}' "$folder" "$@")
}

if command -v bash >/dev/null; then
  in_bash 'tbk st' tbk st; expect bash 'tbk st' stats
  in_bash 'tbk stats --fo' tbk stats --fo; expect bash 'tbk stats --fo' --format=
  in_bash 'tbk stats --format=' tbk stats --format =; expect bash 'tbk stats --format=' tsv jsonl
  in_bash 'tbk stats --format=t' tbk stats --format = t; expect bash 'tbk stats --format=t' tsv
  in_bash 'tbk parse --input=' tbk parse --input =; expect bash 'tbk parse --input=' brackets conll09 conllu conllx tagged
  in_bash 'tbk oracle --system=sw' tbk oracle --system = sw; expect bash 'tbk oracle --system=sw' swap
  in_bash 'tbk help comp' tbk help comp; expect bash 'tbk help comp' compare-oracles
else
  echo "completion in bash: skipped, there is no bash"
fi

# zsh in a terminal of its own, in which a tab lists what fits.
in_zsh ()
{
  found=$(FOLDER=$folder LINE=$1 zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=; fpath=($FOLDER \$fpath); autoload -U compinit; compinit -u -D; zstyle \":completion:*\" list-prompt \"\"; echo re\ady"
    zpty -r -m shell text "*ready*"
    zpty -w -n shell "$LINE"$'"'\\t\\t'"'
    repeat 40; do zpty -r -t shell text && print -rn -- "$text" || sleep 0.05; done
    zpty -d shell' | tr -d '\000-\011\013-\037' | sed 's/\[[0-9;?]*[A-Za-z]/ /g' | tr '\n' ' ')
}

if command -v zsh >/dev/null; then
  in_zsh 'tbk stats --format='; expect zsh 'tbk stats --format=' tsv jsonl
  in_zsh 'tbk co'; expect zsh 'tbk co' compare-oracles
else
  echo "completion in zsh: skipped, there is no zsh"
fi
[ $status = 0 ] && echo "completion: 0 failures"
exit $status
