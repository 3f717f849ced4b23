/* bench.h - what the benchmarks share: treebanks in memory, medians, lines of the report. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <glib.h>

enum { ROUNDS = 5, SLOW_ROUNDS = 3 };

typedef struct {
  int n;
  int *heads;
} Tree;

double seconds (void);
double processor_seconds (void); /* of this process: what others do counts less */
double median (double *values, int n);

/* Whether a line is to be measured. */
gboolean is_wanted (const char *name);

/* A line of TSV; and one for what cannot be measured here. */
void report (const char *name, double value, const char *unit, const char *goal);
void report_skipped (const char *name, const char *why, const char *goal);

/* The trees of all files, an array of Tree; and random ones of n words. To be freed by free_trees(). */
GArray *read_trees (char **paths);
GArray *read_treebank (char **paths, const char *treebank); /* those of the files with that in their names */
GArray *random_trees (int n, int n_trees);
void free_trees (GArray *trees);

/* bench_commands.c: the program as a whole. */
void bench_commands (const char *program, char **paths);

/* bench_tabular.c: the generic parser in vectors against the same parser without. */
void bench_tabular (void);

/* bench_decode.c: trees from scores of arcs. */
void bench_decode (void);

/* bench_tags.c: trees from scores of tags. */
void bench_tags (void);

/* bench_oracle.c: the exact oracles against the tabular and the approximate ones. */
void bench_oracles (char **paths);

/* bench_constituency.c: the exact oracles of phrase structure. */
void bench_constituency (void);
/* bench_systems.c: further systems, static oracles, records of JSON. */
void bench_systems (char **paths);
/* How many configurations of swap have no value within so many looks; many minutes, so only if it is named. */
void bench_search (char **paths);

/* bench_parser.c: training and parsing. */
void bench_parser (char **paths);

/* bench_measures.c: lengths and classes. */
void bench_measures (const char *program, char **paths);

/* bench_instructions.c: what valgrind counts. */
void bench_instructions (const char *program, char **paths);

/* A file of all files, joined and unpacked, for the caller to unlink and free; the processor time of the program over it. */
char *unpack_files (char **paths);
double time_command (const char *program, const char *options, const char *path);

#endif
