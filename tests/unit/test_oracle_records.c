/* test_oracle_records.c - records of JSON and their answers, good and bad. */
#include <criterion/criterion.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "tbk/oracle_records.h"
#include "systems/arc_eager.h"
#include "systems/shift_reduce.h"
#include "systems/systems.h"

/* A line and its answer, without the newline. */
typedef struct {
  const char *line, *answer;
} Case;

static TbkOracleRecords *
new_records (const TbkSystem *system)
{
  return tbk_oracle_records_new (system, 0, TBK_METHOD_EXACT, NULL);
}

static void
check_cases (const TbkSystem *system, const Case *cases, gsize n_cases)
{
  g_autoptr (TbkOracleRecords) records = new_records (system);

  for (gsize c = 0; c < n_cases; c++) {
    gboolean is_valued;
    const char *answer =
        tbk_oracle_records_answer (records, cases[c].line, strlen (cases[c].line), &is_valued);
    g_autofree char *expected = g_strconcat (cases[c].answer, "\n", NULL);

    cr_assert_str_eq (answer, expected, "%s: %s", cases[c].line, answer);
    cr_assert_eq (is_valued, strncmp (cases[c].answer, "{\"error", 7) != 0);
  }
}

Test (oracle_records, shift_reduce)
{
  const Case cases[] = {
    { "{\"heads\":[2,0,2],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":3,\"RL\":2,\"RR\":null},\"optimal\":[\"SH\"]}" },
    { " { \"buffer\" : 2, \"id\":{\"a\":[1.5e3,-2]}, \"stack\":[0,1], \"heads\":[2,0,2] } \r\n",
      "{\"values\":{\"SH\":3,\"RL\":2,\"RR\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[3,3,4,0,4,4,0,0],\"stack\":[0,1,2,3],\"buffer\":4,\"strategy\":\"none\"}",
      "{\"values\":{\"SH\":6,\"RL\":5,\"RR\":8},\"optimal\":[\"RR\"]}" },
    { "{\"heads\":[2,0,2,2],\"stack\":[0,1,2,3],\"buffer\":4,\"policy\":\"strict_left_before_right\"}",
      "{\"values\":{\"SH\":1,\"RL\":2,\"RR\":0},\"optimal\":[\"RL\"]}" },
    { "{\"heads\":[],\"stack\":[0],\"buffer\":1}",
      "{\"values\":{\"SH\":null,\"RL\":null,\"RR\":null},\"optimal\":[]}" },
  };

  check_cases (&record_shift_reduce.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, arc_eager)
{
  const Case cases[] = {
    { "{\"heads\":[0,0,0,2],\"stack\":[[0,\"R\"],[1,\"R\"]],\"buffer\":3,\"policy\":\"free\"}",
      "{\"values\":{\"SH\":1,\"LA\":null,\"RA\":1,\"RE\":2},\"optimal\":[\"RE\"]}" },
    { "{\"heads\":[2,0,0],\"stack\":[[0,\"R\"],[1,\"R\"]],\"buffer\":2,\"policy\":\"reduce-before-shift\"}",
      "{\"values\":{\"SH\":0,\"LA\":null,\"RA\":1,\"RE\":2},\"optimal\":[\"RE\"]}" },
    { "{\"heads\":[0],\"stack\":[[0,\"L\"]],\"buffer\":1}",
      "{\"error\":\"the stack does not begin with word 0 under the label of the root\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2}",
      "{\"error\":\"word 1 of the stack has a label that it cannot have\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"X\"]],\"buffer\":2}",
      "{\"error\":\"stack[1][1] is not a label: \\\"L\\\", \\\"R\\\" or \\\"N\\\"\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,2]],\"buffer\":2}",
      "{\"error\":\"stack[1][1] is not a label: \\\"L\\\", \\\"R\\\" or \\\"N\\\"\"}" },
    { "{\"heads\":[0],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"stack[0] is not a pair of a word and a label\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"]],\"buffer\":1,\"block\":true}",
      "{\"error\":\"\\\"block\\\" means nothing to the system arc-eager\"}" },
  };

  check_cases (&record_arc_eager.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, normalized)
{
  const Case cases[] = {
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2}",
      "{\"values\":{\"SH\":null,\"LC\":null,\"RC\":1,\"RL\":null,\"RR\":null},\"optimal\":[\"RC\"]}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2,\"block\":false}",
      "{\"values\":{\"SH\":null,\"LC\":1,\"RC\":1,\"RL\":null,\"RR\":null},\"optimal\":[\"LC\",\"RC\"]}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2,\"block\":0}",
      "{\"error\":\"\\\"block\\\" is not true or false\"}" },
  };

  check_cases (&record_arc_eager_normalized.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, bad_records)
{
  const Case cases[] = {
    { "", "{\"error\":\"the line is not a JSON object: it is empty\"}" },
    { "[]", "{\"error\":\"the line is not a JSON object: it does not begin with {\"}" },
    { "{\"heads\":[0]", "{\"error\":\"the line is not a JSON object: it ends too early\"}" },
    { "{\"heads", "{\"error\":\"the line is not a JSON object: a string does not end\"}" },
    { "{\"heads\\", "{\"error\":\"the line is not a JSON object: a string does not end\"}" },
    { "{} {}", "{\"error\":\"the line is not a JSON object: there is something after its end\"}" },
    { "{\"a\":\"\xff\"}", "{\"error\":\"the line is not a JSON object: it is not text in UTF-8\"}" },
    { "{\"heads\":[010]}",
      "{\"error\":\"the line is not a JSON object: a number is not written in decimal\"}" },
    { "{\"heads\":[0x1]}",
      "{\"error\":\"the line is not a JSON object: a number is not written in decimal\"}" },
    { "{\"heads\":[- 1]}",
      "{\"error\":\"the line is not a JSON object: a number is not written in decimal\"}" },
    { "{/**/}", "{\"error\":\"the line is not a JSON object: it has characters that do not belong there\"}" },
    { "{}", "{\"error\":\"there is no \\\"heads\\\"\"}" },
    { "{\"heads\":3}", "{\"error\":\"\\\"heads\\\" is not an array\"}" },
    { "{\"heads\":[null]}", "{\"error\":\"heads[0] is not a word number in 0..1\"}" },
    { "{\"heads\":[0.5]}", "{\"error\":\"heads[0] is not a word number in 0..1\"}" },
    { "{\"heads\":[0,3]}", "{\"error\":\"heads[1] is not a word number in 0..2\"}" },
    { "{\"heads\":[18446744073709551617]}", "{\"error\":\"heads[0] is not a word number in 0..1\"}" },
    { "{\"heads\":[1e999]}", "{\"error\":\"heads[0] is not a word number in 0..1\"}" },
    { "{\"heads\":[2,1]}", "{\"error\":\"the gold heads are not a tree: word 2 is on a cycle\"}" },
    { "{\"heads\":[0]}", "{\"error\":\"there is no \\\"stack\\\"\"}" },
    { "{\"heads\":[0],\"stack\":[]}", "{\"error\":\"\\\"buffer\\\" is not a word number in 1..2\"}" },
    { "{\"heads\":[0],\"stack\":[],\"buffer\":1}",
      "{\"error\":\"the stack does not begin with word 0 under the label of the root\"}" },
    { "{\"heads\":[0],\"stack\":[0,1,1],\"buffer\":2}",
      "{\"error\":\"the stack has 3 elements: at most 2 were expected\"}" },
    { "{\"heads\":[0,0],\"stack\":[0,2,1],\"buffer\":3}",
      "{\"error\":\"the stack has word 1 above word 2: words must increase from the bottom\"}" },
    { "{\"heads\":[0],\"stack\":[0,-1],\"buffer\":2}",
      "{\"error\":\"stack[1] is not a word number in 0..1\"}" },
    { "{\"heads\":[0],\"stack\":[0,1],\"buffer\":1}",
      "{\"error\":\"the top of the stack is word 1, but the remaining input begins with word 1\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":\"1\"}",
      "{\"error\":\"\\\"buffer\\\" is not a word number in 1..2\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"policy\":\"a\\\"b\"}",
      "{\"error\":\"the system shift-reduce has no policy a\\\"b\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"policy\":[]}",
      "{\"error\":\"\\\"policy\\\" is not a string\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"strategy\":\"free\"}",
      "{\"error\":\"the system shift-reduce has no policy free\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"strategy\":\"none\",\"policy\":\"none\"}",
      "{\"error\":\"there is more than one of \\\"policy\\\", \\\"strategy\\\" and \\\"block\\\"\"}" },
  };

  check_cases (&record_shift_reduce.system, cases, G_N_ELEMENTS (cases));
}

/* A parser that recurses at each bracket would exhaust the stack. */
Test (oracle_records, deep_nesting)
{
  g_autoptr (TbkOracleRecords) records = new_records (&record_shift_reduce.system);
  g_autoptr (GString) line = g_string_new ("{\"a\":");
  gboolean is_valued;

  for (int i = 0; i < 1000000; i++)
    g_string_append_c (line, '[');
  cr_assert_str_eq (tbk_oracle_records_answer (records, line->str, line->len, &is_valued),
                    "{\"error\":\"the line is not a JSON object: it is nested too deeply\"}\n");
}

Test (oracle_records, zero_bytes)
{
  g_autoptr (TbkOracleRecords) records = new_records (&record_shift_reduce.system);
  gboolean is_valued;

  cr_assert_str_eq (tbk_oracle_records_answer (records, "{\"a\":\0 1}", 9, &is_valued),
                    "{\"error\":\"the line is not a JSON object: it is not text in UTF-8\"}\n");
  cr_assert_str_eq (tbk_oracle_records_refuse (records, "tab\tand \"quotes\""),
                    "{\"error\":\"tab\\tand \\\"quotes\\\"\"}\n");
}

/* A bad record leaves nothing behind that the next would notice. */
Test (oracle_records, good_after_bad)
{
  const Case cases[] = {
    { "{\"heads\":[0,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RL\":1,\"RR\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[2,9],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"heads[1] is not a word number in 0..2\"}" },
    { "{\"heads\":[0,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RL\":1,\"RR\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[2,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"the gold heads are not a tree: word 2 is on a cycle\"}" },
    { "{\"heads\":[2,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"the gold heads are not a tree: word 2 is on a cycle\"}" },
    { "{\"heads\":[2,0],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RL\":1,\"RR\":null},\"optimal\":[\"SH\"]}" },
  };

  check_cases (&record_shift_reduce.system, cases, G_N_ELEMENTS (cases));
}

/* Every cut and every changed byte of a good record gets an answer that is JSON. */
Test (oracle_records, damaged_records)
{
  static const char good[] =
      "{\"heads\":[2,0,2],\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":2,\"policy\":\"none\"}";
  g_autoptr (TbkOracleRecords) records = new_records (&record_arc_eager.system);
  g_autoptr (JsonParser) parser = json_parser_new ();
  char line[sizeof good];
  gboolean is_valued;

  for (gsize at = 0; at < strlen (good); at++) {
    cr_assert (json_parser_load_from_data (parser, tbk_oracle_records_answer (records, good, at, &is_valued),
                                           -1, NULL));
    for (int byte = 1; byte < 256; byte++) {
      memcpy (line, good, sizeof good);
      line[at] = byte;
      cr_assert (json_parser_load_from_data (
          parser, tbk_oracle_records_answer (records, line, strlen (good), &is_valued), -1, NULL));
    }
  }
}
