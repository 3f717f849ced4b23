/* test_version.c - the library tells the version of its headers. */
#include <criterion/criterion.h>

#include "tbk/base.h"

Test (version, is_that_of_the_headers)
{
  cr_assert_str_eq (tbk_version (), TBK_VERSION);
}
