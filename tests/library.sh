#!/bin/sh
# library.sh FOLDER [FILTER] - runs the tests of the library in FOLDER, those of both programs that match FILTER.
set -eu
folder=$1
filter=${2-}
G_DEBUG=fatal-warnings
export G_DEBUG
NONE=2 # the status of a program of which no test matches

# For times.sh: how long each test took.
listing ()
{
  [ -z "${TBK_TIMES-}" ] || echo "--xml=$TBK_TIMES/$1.$$.xml"
}

if [ -z "$filter" ]; then
  "$folder/check-library" --short-filename $(listing check-library)
  "$folder/check-gradients" --short-filename $(listing check-gradients)
  status=0
  "$folder/check-library" --filter 'no such/test' 2>/dev/null || status=$?
  [ $status = $NONE ] && exit
  echo "FAILED: a filter that matches no test ended with status $status, expected $NONE"
  exit 1
fi

matching=0
for program in check-library check-gradients; do
  status=0
  "$folder/$program" --short-filename --filter "$filter" || status=$?
  [ $status = $NONE ] && continue
  [ $status = 0 ] || exit $status
  matching=1
done
[ $matching = 1 ]
