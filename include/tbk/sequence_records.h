/* sequence_records.h - sequences of transitions as lines of JSON: written, and replayed to trees.
 *
 *   {"file":"a.conllu","sentence":1,"sent_id":"s1","heads":[2,0],"transitions":["SH","LA","RA"]}
 *
 * heads[i-1] is the gold head of word i. "lost" is there if the sequence loses gold arcs, and tells how many.
 * A transition may have a label after a colon, "LA:nsubj", that of the word whose relation it chooses
 * (tbk_configuration_related()). To be replayed, a record needs "heads", of which only the number counts, and
 * "transitions"; other keys than these are refused, and a key that comes twice.
 *
 * Sequences of phrase structure have a tree instead, with the words w0, w1 and so on as records of
 * tbk/oracle_records.h have it, and only "transitions" must be there:
 *
 *   {"file":"a.psd","sentence":1,"sent_id":"1","tree":"(S (NP w0) w1)","transitions":["NT-S",...]}
 *
 * Cost      linear in the line and in what the steps cost.
 * Errors    TBK_ERROR_DATA for a line that is no such record, a transition that is not allowed, a sequence
 *           that does not end in a final configuration, and labels and sent_ids that cannot stand in CoNLL-U.
 * Threads   a replayer belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_SEQUENCE_RECORDS_H
#define TBK_SEQUENCE_RECORDS_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/sequence.h"
#include "tbk/text.h"

TBK_BEGIN_DECLS

typedef struct {
  const char *file;
  gint64 sentence;
  TbkPiece sent_id; /* of length 0 if there is none */
  TbkSequence sequence;

  /* Of dependencies. */
  const TbkSystem *system;
  const int *heads; /* n + 1 */
  int n;
  const TbkPiece *labels; /* (nullable): n + 1: of each word */

  /* Of phrase structure, where `system` is NULL. */
  const TbkPhraseSystem *phrase_system;
  const TbkBracketTree *tree; /* which has words */
  const TbkVocabulary *names; /* of the labels of the sequence */
} TbkSequenceRecord;

/* Appends a record as a line. @scratch: (nullable): a configuration, which the labels of words need. FALSE if
 * memory runs out, and (TBK_ERROR_DATA) if a constituent has no label, which no record can tell. */
gboolean tbk_sequence_record_append (const TbkSequenceRecord *record, TbkConfiguration *scratch,
                                     GString *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct TbkReplayer TbkReplayer;

/* What a record came to; owned by the replayer, until its next record. */
typedef struct {
  int n;
  const int *heads;       /* n + 1, a tree */
  const TbkPiece *labels; /* n + 1; "root" or "_" where the record has none */
  gboolean has_labels;    /* the record has some */
  TbkPiece sent_id;       /* of length 0 if there is none */

  /* Of phrase structure, instead of all but n. */
  const TbkPhraseTree *phrases;
  const TbkVocabulary *names; /* of its labels, which are tokens */
} TbkReplayedTree;

/* Of @system or of @phrases; the other is NULL. */
TbkReplayer *tbk_replayer_new (const TbkSystem *system, const TbkPhraseSystem *phrases);
void tbk_replayer_free (TbkReplayer *replayer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkReplayer, tbk_replayer_free)

/* Takes the transitions of a record, a line of @length bytes, from the start. */
gboolean tbk_replayer_read (TbkReplayer *replayer, const char *line, gsize length, TbkReplayedTree *tree,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends @tree as a line of brackets, without a newline: its words are w0, w1 and so on, with the tag "_".
 * Its labels must be tokens. Memory comes from GLib. */
void tbk_phrase_tree_write (const TbkPhraseTree *tree, const TbkVocabulary *labels, GString *text);

TBK_END_DECLS

#endif
