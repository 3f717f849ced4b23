/* vectors.h - JSON-lines test vectors. */
#ifndef BRUTE_VECTORS_H
#define BRUTE_VECTORS_H

#include <json-glib/json-glib.h>

/* Calls @check for each record of tests/vectors/@name; returns how many there are. The folder tests is where
 * TBK_TEST_DATA says, else in the current one. */
int for_each_vector (const char *name, void (*check) (JsonObject *record));

/* The same for the file at @path. */
int for_each_record (const char *path, void (*check) (JsonObject *record));

/* An array of integers as heads: n + 1 of them, the first -1. Free with g_free(). */
int *vector_heads (JsonObject *record, int *n);

/* What vectors call @name, a policy or a transition by the words of Nederhof's papers, is called so here. */
const char *vector_name (const char *name);

#endif
