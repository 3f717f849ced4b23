"""Makes tbk/_bindings.py, what cffi needs to know of libtbk, from the headers in include/tbk/.

    python3 bindings.py HEADERS OUTPUT

The headers are plain enough to be read without a C preprocessor: comments, directives, inline functions and macros of
GLib go, numbers that are defined stay. The library is loaded by name, so nothing is compiled.
"""
import contextlib
import re
import sys
from pathlib import Path

import cffi

# What the headers need from GLib and GMP. No functions: the library may have theirs inside.
PRELUDE = """
typedef int gboolean;
typedef unsigned int guint;
typedef unsigned char guint8;
typedef int gint;
typedef int16_t gint16;
typedef uint16_t guint16;
typedef int32_t gint32;
typedef uint32_t guint32;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef size_t gsize;
typedef ssize_t gssize;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef uint32_t GQuark;
typedef struct { GQuark domain; int code; char *message; } GError;
typedef struct { char *str; gsize len; gsize allocated_len; } GString;
typedef struct { gpointer *pdata; guint len; } GPtrArray;
typedef struct { int _mp_alloc; int _mp_size; unsigned long *_mp_d; } __mpz_struct;
typedef __mpz_struct mpz_t[1];
"""


def in_order(folder):
    """The headers of the folder, each after those it includes."""
    texts = {path.name: path.read_text() for path in sorted(folder.glob("*.h"))}
    done = []

    def add(name):
        if name not in done:
            for other in re.findall(r'#include "tbk/(.*?)"', texts[name]):
                add(other)
            done.append(name)

    for name in texts:
        add(name)
    return [texts[name] for name in done]


def numbers(text):
    """Macros that stand for an integer, as cffi takes them."""
    text = text.replace("G_MININT64", str(-2**63)).replace("G_MININT", str(-2**31))
    return re.findall(r"^ *#define (?:TBK_\w+) +-?\d+(?= |$)", text, re.M)


def plain(text):
    """The declarations of a header: types and functions."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S).replace("\\\n", " ")
    defined = numbers(text)
    text = re.sub(r"^ *#.*$", "", text, flags=re.M)
    text = re.sub(r"^static inline.*?^}", "", text, flags=re.M | re.S)
    text = re.sub(r"^G_DEFINE_\w+ \(.*?\)$", "", text, flags=re.M | re.S)
    text = re.sub(r"\bTBK_(BEGIN|END)_DECLS\b|\bG_GNUC_\w+( \(.*?\))?", "", text)
    return "\n".join([*defined, text])


def declarations(folder):
    """All that cffi is told: PRELUDE and what the headers declare."""
    return PRELUDE + "\n".join(plain(text) for text in in_order(folder))


def version(folder):
    return re.search(r'TBK_VERSION "(.*)"', (folder / "base.h").read_text()).group(1)


def write(folder, output):
    ffi = cffi.FFI()
    ffi.cdef(declarations(folder))
    ffi.set_source("tbk._bindings", None)
    with contextlib.redirect_stdout(sys.stderr):  # cffi tells what it does
        ffi.emit_python_code(str(output))
    with open(output, "a") as file:
        file.write(f'\nversion = "{version(folder)}"\n')


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
