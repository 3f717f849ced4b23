/* conditions.h - whether sentences meet conditions: for the jobs that take some of them. */
#ifndef CORPUS_CONDITIONS_H
#define CORPUS_CONDITIONS_H

#include "tbk/filter.h"

/* What a thread needs. */
typedef struct Judge Judge;

/* @conditions must outlive it. */
Judge *judge_new (const TbkConditions *conditions);
void judge_free (Judge *judge);

/* Whether @entry meets all conditions; `is_inverted` is for the caller. */
gboolean judge_entry (Judge *judge, const TbkEntry *entry, gboolean *meets, GError **error);

#endif
