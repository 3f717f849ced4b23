/* refused.h - calls that break a function's terms: a message of g_return_if_fail() and nothing else. */
#ifndef TESTS_REFUSED_H
#define TESTS_REFUSED_H

#include <criterion/criterion.h>
#include <glib.h>

/* Makes @call, which must be refused; another message, or none, ends the test. */
#define ASSERT_REFUSED(call)                                                                                 \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, "*assertion*failed*");                                \
    call;                                                                                                    \
    g_test_assert_expected_messages ();                                                                      \
  }                                                                                                          \
  G_STMT_END

#endif
