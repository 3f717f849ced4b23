#!/bin/sh
# python.sh BUILD ARGUMENT...: runs Python with the package tbk, over the program and the library in BUILD. PYTHON names the
# interpreter; else it is the first python3 that has cffi, NumPy and pytest. Without one it says that it skips.
set -eu
build=$1
shift

find_python() {
  for python in ${PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import cffi, numpy, pytest' 2>/dev/null && return
  done
  echo "python: skipped: there is no ${PYTHON:-python3} with cffi, numpy and pytest"
  exit 0
}

if [ -n "${SAN-}" ]; then
  echo "python: skipped: Python does not load the sanitizers"
  exit 0
fi
find_python
build=$(CDPATH='' cd -- "$build" && pwd)
rm -rf "$build/python"
mkdir -p "$build/python/tbk"
cp python/tbk/*.py python/tbk/py.typed "$build/python/tbk"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$build/python" TBK="$build/tbk" TBK_LIBRARY="$build/libtbk.so"
"$python" python/bindings.py include/tbk "$build/python/tbk/_bindings.py"
exec "$python" "$@"
