/* steps.h - transitions in records. */
#ifndef PHRASE_ORACLE_STEPS_H
#define PHRASE_ORACLE_STEPS_H

#include "base/json.h"
#include "tbk/constituency.h"

/* The forms of keys that a system has, in words. */
const char *keys_expected (const TbkPhraseSystem *system);

/* Reads the key of a transition, which the reader stands before, and takes it. Labels that are new are
 * added. */
gboolean steps_take (Json *json, TbkPhraseConfiguration *configuration, TbkVocabulary *labels,
                     GError **error);

#endif
