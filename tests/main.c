/* main.c - runs the tests of Criterion. Unlike its own main() it fails where --filter matches no test: status 2. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>

static int n_begun;

ReportHook (PRE_TEST) (struct criterion_test *test)
{
  (void) test;
  n_begun++;
}

int
main (int argc, char **argv)
{
  struct criterion_test_set *tests = criterion_initialize ();
  int status = 0;

  if (criterion_handle_args (argc, argv, true)) {
    status = criterion_run_all_tests (tests) ? 0 : 1;
    if (status == 0 && n_begun == 0) {
      fprintf (stderr, "%s: no test matches the filter\n", argv[0]);
      status = 2;
    }
  }
  criterion_finalize (tests);
  return status;
}
