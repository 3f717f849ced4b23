/* streams.c - stdin, stdout and stderr for static libraries that were not made for shared ones.
 *
 * Debian's libgmp.a and libbz2.a read the C library's variables at places that are fixed when they are linked. No shared
 * library may contain that. packaging/standalone.sh renames the variables in copies of the archives to those here. */
#include <stdio.h>

__attribute__ ((visibility ("hidden"))) FILE *standalone_stdin, *standalone_stdout, *standalone_stderr;

__attribute__ ((constructor)) static void
set_streams (void)
{
  standalone_stdin = stdin;
  standalone_stdout = stdout;
  standalone_stderr = stderr;
}
