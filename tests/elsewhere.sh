#!/bin/sh
# elsewhere.sh COMPILER ARGUMENT... - the compiler as it is where the linker is not GNU's: options that only that one knows are errors.
# `make check-plain` builds with it.
for argument; do
  case $argument in
  -Wl,-soname* | -Wl,-Bsymbolic* | -Wl,--as-needed* | -Wl,-z*)
    echo "elsewhere.sh: unknown option $argument" >&2
    exit 1
    ;;
  esac
done
exec "$@"
