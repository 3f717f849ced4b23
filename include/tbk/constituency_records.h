/* constituency_records.h - oracles of phrase structure for parsers in any language: a line of JSON in, a line
 * out.
 *
 * A record gives a gold tree, the transitions taken so far, and the labels to value:
 *
 *   {"tree":"(S (NP w0) w1)","prefix":["NT-S"],"labels":["NP","S"]}
 *
 * In the tree every bracket is a constituent and every token after its label a word, whatever it is called.
 * "prefix" may be missing: nothing was taken yet. Without "labels" those of the tree are valued, in the order
 * in which they come first. "id", any value, is echoed. Other keys are errors, and so is a key that comes
 * twice. The answer has the loss before, the loss after each transition that is allowed, and those after
 * which it is no greater:
 *
 *   {"losses":{"SH":2,"NT-NP":0,"NT-S":1},"optimal":["NT-NP"],"loss":0}
 *   {"error":"prefix[1]: found \"NT-X-1\", expected SH, NT-X or RE"}
 *
 * Cost      that of the oracle for the last configuration, and the steps to it. Records with the same tree,
 *           one after the other, share what is done once a tree.
 * Limits    TBK_PHRASE_MAX_ANSWER transitions in an answer.
 * Errors    those of tbk_phrase_oracle_new(); TBK_ERROR_RESOURCE if memory runs out. A bad record is
 *           answered.
 * Threads   a TbkPhraseRecords belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_CONSTITUENCY_RECORDS_H
#define TBK_CONSTITUENCY_RECORDS_H

#include <glib.h>

#include "tbk/constituency_oracle.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

#define TBK_PHRASE_MAX_ANSWER (1 << 20)

typedef struct TbkPhraseRecords TbkPhraseRecords;

/* Fails as tbk_phrase_oracle_new() does. */
TbkPhraseRecords *tbk_phrase_records_new (const TbkPhraseSystem *system, TbkPhraseMethod method,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_phrase_records_free (TbkPhraseRecords *records);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseRecords, tbk_phrase_records_free)

/**
 * tbk_phrase_records_answer:
 * @line: @length bytes, any; more than G_MAXINT are refused; a newline at its end does not matter
 * @is_valued: (out): FALSE if the answer is an error
 *
 * Returns: the answer, one line with the newline at its end; owned by @records, until the next call. NULL
 * with
 * @error set if memory runs out.
 */
const char *tbk_phrase_records_answer (TbkPhraseRecords *records, const char *line, gsize length,
                                       gboolean *is_valued, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The answer {"error":@message}, for a record that cannot be read at all. As above. */
const char *tbk_phrase_records_refuse (TbkPhraseRecords *records, const char *message);

TBK_END_DECLS

#endif
