/* oracle_cases.h - configurations to try the oracles on: all small ones, and random ones. */
#ifndef BRUTE_ORACLE_CASES_H
#define BRUTE_ORACLE_CASES_H

#include "tbk/oracle.h"

/* A fraction of a number of random cases when the sanitizers slow everything down. */
#ifdef TBK_SANITIZED
#define SCALED(n) ((n) / 10)
#else
#define SCALED(n) (n)
#endif

/* Takes a random step of those that are allowed. FALSE if none is. */
gboolean random_step (GRand *random, TbkConfiguration *configuration, const TbkSystem *system);

/* Makes @configuration one of those that a random computation passes. */
void random_configuration (GRand *random, TbkConfiguration *configuration, const TbkSystem *system, int n);

/* A number that tells configurations of up to 7 words apart, whose stacks increase. */
guint64 configuration_key (const TbkConfiguration *configuration);

/* All configurations that @system can reach with @n words; an array of TbkConfiguration to be freed by
 * g_array_unref(). */
GArray *reachable_configurations (const TbkSystem *system, int n);

/* The next policy of @system after @policy, or the first for -1; -1 after the last. */
int next_policy (const TbkSystem *system, int policy);

/* A printable form of a case, for messages; to be freed. */
char *describe_case (const int *heads, const TbkConfiguration *configuration, const TbkSystem *system,
                     int policy);

#endif
