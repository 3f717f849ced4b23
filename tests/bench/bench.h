/* bench.h - what the parts of the benchmark share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <glib.h>

/* The time in seconds. */
double seconds (void);

/* Prints a row: name, value, unit, goal ("" if there is none). */
void report (const char *name, double value, const char *unit, const char *goal);

/* bench_oracle.c */
void bench_oracles (void);

#endif
