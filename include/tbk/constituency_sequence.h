/* constituency_sequence.h - the transitions that build a phrase-structure tree, and their lines of JSON.
 *
 *   {"file":"a.psd","sentence":1,"sent_id":"1","tree":"(S (NP w0) w1)","transitions":["NT-S",...]}
 *
 * The tree has the words w0, w1 and so on, as records of tbk/constituency_records.h have it. "lost" is there
 * if the system cannot build the tree, and tells how many constituents are missing or wrong, the fewest
 * possible.
 *
 * Sequences that of the static oracle if it builds the tree; if not, in a capped system, the first optimal
 *           transition by the exact oracle each time. The last configuration is final.
 * Cost      O(constituents) by the static oracle, that of tbk_phrase_oracle_values() a step by the other.
 * Memory    O(constituents), kept and reused.
 * Errors    TBK_ERROR_DATA for a line that is no such record, a transition that is not allowed, and a
 *           sequence that does not end in a final configuration; TBK_ERROR_RESOURCE.
 * Threads   sequencers and replayers belong to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_CONSTITUENCY_SEQUENCE_H
#define TBK_CONSTITUENCY_SEQUENCE_H

#include <glib.h>

#include "tbk/constituency_oracle.h"
#include "tbk/text.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct TbkPhraseSequencer TbkPhraseSequencer;

/* Owned by the sequencer, until its next run. */
typedef struct {
  const TbkPhraseTransition *transitions;
  gsize length;
  int lost; /* gold constituents that are missing, and those built that are not gold */
} TbkPhraseSequence;

TbkPhraseSequencer *tbk_phrase_sequencer_new (const TbkPhraseSystem *system);
void tbk_phrase_sequencer_free (TbkPhraseSequencer *sequencer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseSequencer, tbk_phrase_sequencer_free)

/* Finds the sequence for @tree. On failure @sequence is as it was. */
gboolean tbk_phrase_sequencer_run (TbkPhraseSequencer *sequencer, const TbkPhraseTree *tree,
                                   TbkPhraseSequence *sequence, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  const char *file;
  gint64 sentence;
  TbkPiece sent_id;           /* of length 0 if there is none */
  const TbkBracketTree *tree; /* which has words */
  const TbkPhraseSystem *system;
  const TbkVocabulary *labels; /* of the sequence */
  TbkPhraseSequence sequence;
} TbkPhraseSequenceRecord;

/* Appends a record as a line. Fails (TBK_ERROR_DATA) if a constituent has no label, which no record can tell.
 * Memory comes from GLib. */
gboolean tbk_phrase_sequence_append (const TbkPhraseSequenceRecord *record, GString *text,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends @tree as a line of brackets, without a newline: its words are w0, w1 and so on, with the tag "_".
 * Its labels must be tokens. Memory comes from GLib. */
void tbk_phrase_tree_write (const TbkPhraseTree *tree, const TbkVocabulary *labels, GString *text);

typedef struct TbkPhraseReplayer TbkPhraseReplayer;

TbkPhraseReplayer *tbk_phrase_replayer_new (const TbkPhraseSystem *system);
void tbk_phrase_replayer_free (TbkPhraseReplayer *replayer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseReplayer, tbk_phrase_replayer_free)

/* Takes the transitions of a record, a line of @length bytes, from the start. Only "transitions" must be
 * there; other keys than those of a record are refused. Returns the tree that they build, with its labels;
 * both are owned by
 * @replayer, until its next record. NULL with @error set. */
const TbkPhraseTree *tbk_phrase_replayer_read (TbkPhraseReplayer *replayer, const char *line, gsize length,
                                               const TbkVocabulary **labels,
                                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
