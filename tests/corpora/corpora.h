/* corpora.h - real treebanks, if they are there: the folder ud/ in the one that TBK_CORPORA names.
 *
 * ud/MANIFEST.tsv has a row for each file: path, treebank, release, split, sentences, words,
 * nonprojective_trees, nonprojective_arcs, max_length, ...; its figures were gathered by other means.
 */
#ifndef CORPORA_CORPORA_H
#define CORPORA_CORPORA_H

#include "tbk/conllu.h"

/* The rows of the manifest but its header, to be freed by g_strfreev(); @folder gets that of the files, to
 * be freed. The test is skipped if the manifest is not there. */
char **read_manifest (char **folder);

/* The same for constituency/NORMALIZED.tsv, with the header as first row: figures and SHA-256 sums of
 * treebanks in brackets after normalization. */
char **read_bracket_manifest (char **folder);

/* The path of @name below the folder that TBK_CORPORA names, to be freed. The test is skipped if there is no such file. */
char *find_corpora_file (const char *name);

/* Calls @visit for every well-formed sentence of a file. */
void for_each_sentence (const char *path, void (*visit) (gpointer data, const TbkConlluSentence *sentence),
                        gpointer data);

/* Of how many sentences a slow test looks at one: 1 if TBK_WHOLE is set, as in `make trust`, else @every. */
int sampled (int every);

#endif
