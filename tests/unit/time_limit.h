/* time_limit.h - the time limit of every test that could hang. */
#ifndef UNIT_TIME_LIMIT_H
#define UNIT_TIME_LIMIT_H

/* In seconds; packaging/standalone.sh gives more where the tests run in an emulator. There is only one limit: when a
 * test starts whose time ends before that of a running test, Criterion (2.4.1) forgets the limit of the running one,
 * and leaks it. */
#ifndef TIME_LIMIT
#define TIME_LIMIT 180
#endif

#endif
