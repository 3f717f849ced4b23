/* fail.h - the error of data that are wrong. */
#ifndef BASE_FAIL_H
#define BASE_FAIL_H

#include "tbk/error.h"
#include "tbk/vocabulary.h"

/* Sets @error to a message and returns FALSE. */
gboolean fail_data (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Fails because the files from @path on hold none of @unit, such as "trees", to @purpose. @ids: (nullable): those that
 * were asked for. */
gboolean fail_none (GError **error, const char *path, const char *unit, const TbkVocabulary *ids,
                    const char *purpose);

/* Puts @text behind the message of @error. */
void fail_add (GError *error, const char *text);

/* Puts " (sent_id 'ID')" behind the message of @error. @id: @length bytes */
void fail_name_sentence (GError *error, const char *id, gsize length);

#endif
