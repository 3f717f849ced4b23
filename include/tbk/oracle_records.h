/* oracle_records.h - oracles for parsers in any language: a line of JSON in, a line of JSON out.
 *
 * A record is an object that gives a gold tree and a configuration:
 *
 *   {"heads":[2,0,2],"stack":[0,1],"buffer":2}                     shift-reduce
 *   {"heads":[2,0,2],"stack":[[0,"R"],[1,"L"]],"buffer":2}         arc-eager, all kinds
 *   {"heads":[2,0,2],"stack":[0,3],"buffer":[2,1]}                 swap
 *   {"heads":[2,0,2],"stack":[0],"second":[1],"buffer":2,"arcs":[[2,1]]}   covington, both kinds
 *   {"heads":[2,0,2],"prefix":["SH","SH"]}                         any system
 *
 *   heads            heads[i-1] is the gold head of word i, 0 the root
 *   stack            from the bottom. In systems with labels pairs; where a label tells whether a word has a
 *                    head, as in arc-eager-nivre, "R" is that of words with one, and of 0
 *   buffer           the first word of the remaining input, n + 1 if none is left; or all of it as a list, in
 *                    which words come in any order where they can return
 *   unshifting       arc-eager-unshift: true if every word has left the input before (default false, but true
 *                    where no input remains)
 *   second           systems with a second list: that list, its front first
 *   arcs             systems in which values depend on the arcs made: these, as pairs of head and dependent
 *   prefix           instead of all these: the transitions taken from the start
 *   configurations   instead of all these: an array of objects, each with the keys of one configuration
 *   policy, strategy two names for the same, in either spelling of tbk_system_policy(): overrides the policy
 *                    for this record; so does
 *   block            true or false, for normalized arc-eager
 *   id               any value, which comes back in the answer
 *
 * Keys come in any order, each at most once. Other keys are refused, and so are those that the system does
 * not use. The answer has the values of all transitions in the order of the system, null where impossible,
 * and the transitions of greatest value. For several configurations it is an array of such objects. Or it is
 * an error:
 *
 *   {"values":{"SH":2,"RL":1,"RR":null},"optimal":["SH"]}
 *   {"id":7,"results":[{"values":{"SH":2,"RL":1,"RR":null},"optimal":["SH"]}]}
 *   {"error":"stack[1]: found 4, expected an integer from 0 to 3"}
 *
 * Of systems of phrase structure a record gives a gold tree, the transitions taken so far, and the labels to
 * value:
 *
 *   {"tree":"(S (NP w0) w1)","prefix":["NT-S"],"labels":["NP","S"]}
 *
 * In the tree every bracket is a constituent and every token after its label a word, whatever it is called.
 * "prefix" may be missing: nothing was taken yet. Without "labels" those of the tree are valued, in the order
 * in which they come first. "id" is as above. The answer has the loss before, the loss after each transition
 * that is allowed, and those after which it is no greater; at most TBK_PHRASE_MAX_ANSWER transitions:
 *
 *   {"losses":{"SH":2,"NT-NP":0,"NT-S":1},"optimal":["NT-NP"],"loss":0}
 *   {"error":"prefix[1]: found \"NT-X-1\", expected SH, NT-X or RE"}
 *
 * A configuration that cannot be is an error of the whole record. One that cannot be valued, because a search
 * would take too long (tbk/oracle.h), gets an object with "error" among the results.
 *
 * A record is JSON exactly as RFC 8259 defines it, in UTF-8, at most 64 levels deep. Answers are JSON in
 * UTF-8 whatever bytes came in. "byte N" in a message counts from 0.
 *
 * Cost      that of the oracle, and about a microsecond for a line of 100 bytes. Records with the same gold
 *           tree, one after the other, share the work that is done once a tree, but to read it. Several
 *           configurations in a record cost some 0.4 microseconds each beside the oracle, each alone some
 *           1.5.
 * Errors    those of tbk_oracle_new() and tbk_phrase_oracle_new(), and TBK_ERROR_RESOURCE if memory runs out: it is no fault of the
 *           record, which has no answer then. A bad record is answered.
 * Threads   a TbkOracleRecords belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_ORACLE_RECORDS_H
#define TBK_ORACLE_RECORDS_H

#include <glib.h>

#include "tbk/constituency_oracle.h"
#include "tbk/declarations.h"
#include "tbk/oracle.h"

TBK_BEGIN_DECLS

typedef struct TbkOracleRecords TbkOracleRecords;

#define TBK_PHRASE_MAX_ANSWER (1 << 20)

/* Fail as tbk_oracle_new() and tbk_phrase_oracle_new() do. */
TbkOracleRecords *tbk_oracle_records_new (const TbkSystem *system, int policy, TbkMethod method,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Since: 0.2. */
TbkOracleRecords *tbk_oracle_records_new_phrases (const TbkPhraseSystem *system, TbkPhraseMethod method,
                                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_oracle_records_free (TbkOracleRecords *records);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkOracleRecords, tbk_oracle_records_free)

/**
 * tbk_oracle_records_answer:
 * @line: @length bytes, any; more than G_MAXINT are refused; a newline at its end does not matter
 * @is_valued: (out): FALSE if the answer is an error, or holds one
 *
 * Returns: the answer, one line with the newline at its end; owned by @records, until the next call. NULL
 * with
 * @error set if memory runs out.
 */
const char *tbk_oracle_records_answer (TbkOracleRecords *records, const char *line, gsize length,
                                       gboolean *is_valued, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The answer {"error":@message}, for a record that cannot be read at all. As above. */
const char *tbk_oracle_records_refuse (TbkOracleRecords *records, const char *message);

TBK_END_DECLS

#endif
