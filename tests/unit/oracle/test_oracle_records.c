/* test_oracle_records.c - records of JSON and their answers, good and bad. */
#include <criterion/criterion.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "oracle/oracle.h"
#include "systems/systems.h"
#include "tbk/oracle.h"

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
        tbk_oracle_records_answer (records, cases[c].line, strlen (cases[c].line), &is_valued, NULL);
    g_autofree char *expected = g_strconcat (cases[c].answer, "\n", NULL);

    cr_assert_str_eq (answer, expected, "%s: %s", cases[c].line, answer);
    cr_assert_eq (is_valued, strncmp (cases[c].answer, "{\"error", 7) != 0);
  }
}

Test (oracle_records, arc_standard)
{
  const Case cases[] = {
    { "{\"heads\":[2,0,2],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":3,\"RA\":2,\"LA\":null},\"optimal\":[\"SH\"]}" },
    { " { \"buffer\" : 2, \"id\":{\"a\":[1.5e3,-2]}, \"stack\":[0,1], \"heads\":[2,0,2] } \r\n",
      "{\"id\":{\"a\":[1.5e3,-2]},\"values\":{\"SH\":3,\"RA\":2,\"LA\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[3,3,4,0,4,4,0,0],\"stack\":[0,1,2,3],\"buffer\":4,\"strategy\":\"none\"}",
      "{\"values\":{\"SH\":6,\"RA\":5,\"LA\":8},\"optimal\":[\"LA\"]}" },
    { "{\"heads\":[2,0,2,2],\"stack\":[0,1,2,3],\"buffer\":4,\"policy\":\"strict_left_first\"}",
      "{\"values\":{\"SH\":1,\"RA\":2,\"LA\":0},\"optimal\":[\"RA\"]}" },
    { "{\"heads\":[],\"stack\":[0],\"buffer\":1}",
      "{\"values\":{\"SH\":null,\"RA\":null,\"LA\":null},\"optimal\":[]}" },
  };

  check_cases (&record_arc_standard.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, arc_eager_nederhof)
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
      "{\"error\":\"stack[1][1]: found \\\"X\\\", expected a label: \\\"L\\\", \\\"R\\\" or \\\"N\\\"\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,2]],\"buffer\":2}",
      "{\"error\":\"stack[1][1]: found 2, expected a string\"}" },
    { "{\"heads\":[0],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"stack[0]: found 0, expected a pair of a word and a label\"}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"]],\"buffer\":1,\"block\":true}",
      "{\"error\":\"block: found true, expected no such key in records of the system arc-eager-nederhof\"}" },
  };

  check_cases (&record_arc_eager_nederhof.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, normalized)
{
  const Case cases[] = {
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2}",
      "{\"values\":{\"SH\":null,\"LC\":null,\"RC\":1,\"RA\":null,\"LA\":null},\"optimal\":[\"RC\"]}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2,\"block\":false}",
      "{\"values\":{\"SH\":null,\"LC\":1,\"RC\":1,\"RA\":null,\"LA\":null},\"optimal\":[\"LC\",\"RC\"]}" },
    { "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2,\"block\":0}",
      "{\"error\":\"block: found 0, expected true or false\"}" },
  };

  check_cases (&record_arc_eager_nederhof_normalized.system, cases, G_N_ELEMENTS (cases));
}

Test (oracle_records, bad_records)
{
  const Case cases[] = {
    { "", "{\"error\":\"byte 0: found the end, expected an object\"}" },
    { "[]", "{\"error\":\"byte 0: found [], expected an object\"}" },
    { "{\"heads\":[0]", "{\"error\":\"byte 12: found the end, expected ',' or '}'\"}" },
    { "{\"heads", "{\"error\":\"byte 7: found the end, expected a quote that ends the string\"}" },
    { "{\"heads\\", "{\"error\":\"byte 8: found the end, expected one of \\\"\\\\/bfnrtu after \\\\\"}" },
    { "{} {}", "{\"error\":\"byte 3: found '{', expected nothing after the value\"}" },
    { "{\"a\":\"\xff\"}", "{\"error\":\"byte 6: found the byte 0xff, expected text in UTF-8\"}" },
    { "{\"heads\":[010]}",
      "{\"error\":\"byte 10: found '010', expected a number in decimal, without leading zeros\"}" },
    { "{\"heads\":[0x1]}",
      "{\"error\":\"byte 10: found '0x1', expected a number in decimal, without leading zeros\"}" },
    { "{\"heads\":[- 1]}",
      "{\"error\":\"byte 10: found '-', expected a number in decimal, without leading zeros\"}" },
    { "{/**/}", "{\"error\":\"byte 1: found '/', expected a key in quotes\"}" },
    { "{}", "{\"error\":\"there is no \\\"heads\\\"\"}" },
    { "{\"heads\":3}", "{\"error\":\"heads: found 3, expected an array\"}" },
    { "{\"heads\":[null]}", "{\"error\":\"heads[0]: found null, expected an integer from 0 to 1\"}" },
    { "{\"heads\":[0.5]}", "{\"error\":\"heads[0]: found 0.5, expected an integer from 0 to 1\"}" },
    { "{\"heads\":[0,3]}", "{\"error\":\"heads[1]: found 3, expected an integer from 0 to 2\"}" },
    { "{\"heads\":[18446744073709551617]}",
      "{\"error\":\"heads[0]: found 18446744073709551617, expected an integer from 0 to 1\"}" },
    { "{\"heads\":[1e999]}", "{\"error\":\"heads[0]: found 1e999, expected an integer from 0 to 1\"}" },
    { "{\"heads\":[2,1]}", "{\"error\":\"the words 1, 2 form a cycle, expected a tree\"}" },
    { "{\"heads\":[0]}",
      "{\"error\":\"there is no \\\"stack\\\"; \\\"prefix\\\" or \\\"configurations\\\" would do instead\"}" },
    { "{\"heads\":[0],\"heads\":[0]}", "{\"error\":\"there is more than one \\\"heads\\\"\"}" },
    { "{\"heads\":[0],\"stack\":[]}",
      "{\"error\":\"there is no \\\"buffer\\\"; \\\"prefix\\\" or \\\"configurations\\\" would do instead\"}" },
    { "{\"heads\":[0],\"stack\":[],\"buffer\":1}",
      "{\"error\":\"the stack does not begin with word 0 under the label of the root\"}" },
    { "{\"heads\":[0],\"stack\":[0,1,1],\"buffer\":2}",
      "{\"error\":\"stack[2]: found 1, expected at most 2 elements\"}" },
    { "{\"heads\":[0,0],\"stack\":[0,2,1],\"buffer\":3}",
      "{\"error\":\"the stack has word 1 above word 2: words must increase from the bottom\"}" },
    { "{\"heads\":[0],\"stack\":[0,-1],\"buffer\":2}",
      "{\"error\":\"stack[1]: found -1, expected an integer from 0 to 1\"}" },
    { "{\"heads\":[0],\"stack\":[0,1],\"buffer\":1}",
      "{\"error\":\"the top of the stack is word 1, but the remaining input begins with word 1\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":\"1\"}",
      "{\"error\":\"buffer: found \\\"1\\\", expected an integer from 1 to 2\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"policy\":\"a\\\"b\"}",
      "{\"error\":\"policy: found \\\"a\\\\\\\"b\\\", expected a policy of the system arc-standard\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"policy\":[]}",
      "{\"error\":\"policy: found [], expected a string\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"strategy\":\"none\\u0000\"}",
      "{\"error\":\"strategy: found \\\"none\\\\u0000\\\", expected a policy of the system arc-standard\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"strategy\":\"free\"}",
      "{\"error\":\"strategy: found \\\"free\\\", expected a policy of the system arc-standard\"}" },
    { "{\"heads\":[0],\"stack\":[0],\"buffer\":1,\"strategy\":\"none\",\"policy\":\"none\"}",
      "{\"error\":\"there is more than one of \\\"policy\\\", \\\"strategy\\\" and \\\"block\\\"\"}" },
  };

  check_cases (&record_arc_standard.system, cases, G_N_ELEMENTS (cases));
}

/* However the policy is named, it is named once, be it twice the same. */
Test (oracle_records, policies_named_twice)
{
#define RECORD(names) "{\"heads\":[0],\"stack\":[[0,\"R\"],[1,\"N\"]],\"buffer\":2," names "}"
#define REFUSED       "{\"error\":\"there is more than one of \\\"policy\\\", \\\"strategy\\\" and \\\"block\\\"\"}"
#define VALUED        "{\"values\":{\"SH\":null,\"LC\":null,\"RC\":1,\"RA\":null,\"LA\":null},\"optimal\":[\"RC\"]}"
  const Case cases[] = {
    { RECORD ("\"block\":true"), VALUED },
    { RECORD ("\"policy\":\"block\""), VALUED },
    { RECORD ("\"policy\":\"block\",\"block\":true"), REFUSED },
    { RECORD ("\"block\":false,\"policy\":\"block\""), REFUSED },
    { RECORD ("\"strategy\":\"none\",\"block\":false"), REFUSED },
    { RECORD ("\"strategy\":\"none\",\"policy\":\"none\""), REFUSED },
    { RECORD ("\"strategy\":\"none\",\"policy\":\"none\",\"block\":false"), REFUSED },
    { RECORD ("\"block\":1"), "{\"error\":\"block: found 1, expected true or false\"}" },
  };

  check_cases (&record_arc_eager_nederhof_normalized.system, cases, G_N_ELEMENTS (cases));
#undef RECORD
#undef REFUSED
#undef VALUED
}

/* Checks that @answer is one line, in UTF-8, of JSON. */
static void
assert_is_json_line (const char *answer)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  cr_assert (g_utf8_validate (answer, -1, NULL));
  cr_assert_eq (strcspn (answer, "\n") + 1, strlen (answer));
  cr_assert (json_parser_load_from_data (parser, answer, -1, NULL), "%s", answer);
}

/* Lenient parsers take these lines for records: numbers that wrap, strings that end at a NUL, what is not
 * JSON. */
Test (oracle_records, lines_that_are_no_records)
{
  static const char *const lines[] = {
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":-18446744073709551615}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":18446744073709551617}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":-36893488147419103231}",
    "{\"heads\":[-18446744073709551614,0],\"stack\":[0],\"buffer\":1}",
    "{\"heads\":[2,0],\"stack\":[0,-18446744073709551615],\"buffer\":2}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":4294967297}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1.0}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1e0}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":+1}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"policy\":\"none\\u0000zz\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"policy\":\"\\u0000none\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":.5}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":1.}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":1.e5}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":1e}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":-}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":NaN}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":True}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":nullnull}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":\"\\udc00\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":\"\\ud800\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":\"\\203\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":\"\\q\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":\"\t\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":[1,]}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,a:1}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,'a':1}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"a\":}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1 \"a\":1}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"heads\":[2,0]}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"policy\":\"none\",\"policy\":\"none\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"bu\\u0066fer\":1}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"policy\":\"\\udc00\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1,\"policy\":\"\\203\"}",
    "{\"heads\":[2,0],\"stack\":[0],\"buffer\":1}\f",
  };
  g_autoptr (TbkOracleRecords) records = new_records (&record_arc_standard.system);

  for (gsize l = 0; l < G_N_ELEMENTS (lines); l++) {
    gboolean is_valued;
    const char *answer = tbk_oracle_records_answer (records, lines[l], strlen (lines[l]), &is_valued, NULL);

    assert_is_json_line (answer);
    cr_expect_not (is_valued, "%s: %s", lines[l], answer);
  }
}

/* A key with a NUL in it is another key; a key with an escape that needs none is not. */
Test (oracle_records, keys_and_escapes)
{
  const Case cases[] = {
    { "{\"heads\":[2,0,2,2],\"stack\":[0,1,2,3],\"buffer\":4,\"policy\\u0000zz\":\"none\"}",
      "{\"error\":\"policy\\\\u0000zz: found \\\"none\\\", expected no such key in records of the system "
      "arc-standard; did you mean 'policy'?\"}" },
    { "{\"h\\u0065ads\":[2,0,2],\"stack\":[0,1],\"buffer\":2,\"id\":\"\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\"}",
      "{\"id\":\"\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\",\"values\":{\"SH\":3,\"RA\":2,\"LA\":null},\"optimal\":"
      "[\"SH\"]}" },
    { "{\"buffer\":4,\"p\\u006flicy\":\"n\\u006fne\",\"stack\":[0,1,2,3],\"heads\":[3,3,4,0,4,4,0,0]}",
      "{\"values\":{\"SH\":6,\"RA\":5,\"LA\":8},\"optimal\":[\"LA\"]}" },
    { "{\"heads\":[0,1],\"stack\":[0,1],\"buffer\":2,\"id\": [1,\n\r {} ]}",
      "{\"id\":[1, {} ],\"values\":{\"SH\":2,\"RA\":1,\"LA\":null},\"optimal\":[\"SH\"]}" },
  };

  check_cases (&record_arc_standard.system, cases, G_N_ELEMENTS (cases));
}

/* A parser that recurses at each bracket would exhaust the stack. */
Test (oracle_records, deep_nesting)
{
  g_autoptr (TbkOracleRecords) records = new_records (&record_arc_standard.system);
  g_autoptr (GString) line = g_string_new ("{\"a\":");
  gboolean is_valued;

  for (int i = 0; i < 1000000; i++)
    g_string_append_c (line, '[');
  cr_assert_str_eq (
      tbk_oracle_records_answer (records, line->str, line->len, &is_valued, NULL),
      "{\"error\":\"byte 68: found more than 64 arrays and objects in one another, expected fewer\"}\n");
}

Test (oracle_records, zero_bytes)
{
  g_autoptr (TbkOracleRecords) records = new_records (&record_arc_standard.system);
  gboolean is_valued;

  cr_assert_str_eq (tbk_oracle_records_answer (records, "{\"a\":\0 1}", 9, &is_valued, NULL),
                    "{\"error\":\"byte 5: found the byte 0x00, expected text in UTF-8\"}\n");
  cr_assert_str_eq (oracle_records_refuse (records, "tab\tand \"quotes\""),
                    "{\"error\":\"tab\\tand \\\"quotes\\\"\"}\n");
}

/* A bad record leaves nothing behind that the next would notice. */
Test (oracle_records, good_after_bad)
{
  const Case cases[] = {
    { "{\"heads\":[0,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RA\":1,\"LA\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[2,9],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"heads[1]: found 9, expected an integer from 0 to 2\"}" },
    { "{\"heads\":[0,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RA\":1,\"LA\":null},\"optimal\":[\"SH\"]}" },
    { "{\"heads\":[2,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"the words 1, 2 form a cycle, expected a tree\"}" },
    { "{\"heads\":[2,1],\"stack\":[0,1],\"buffer\":2}",
      "{\"error\":\"the words 1, 2 form a cycle, expected a tree\"}" },
    { "{\"heads\":[2,0],\"stack\":[0,1],\"buffer\":2}",
      "{\"values\":{\"SH\":2,\"RA\":1,\"LA\":null},\"optimal\":[\"SH\"]}" },
  };

  check_cases (&record_arc_standard.system, cases, G_N_ELEMENTS (cases));
}

/* Every cut and every changed byte of a good record gets an answer that is JSON. */
Test (oracle_records, damaged_records)
{
  static const char good[] =
      "{\"heads\":[2,0,2],\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":2,\"policy\":\"none\"}";
  g_autoptr (TbkOracleRecords) records = new_records (&record_arc_eager_nederhof.system);
  g_autoptr (JsonParser) parser = json_parser_new ();
  char line[sizeof good];
  gboolean is_valued;

  for (gsize at = 0; at < strlen (good); at++) {
    cr_assert (json_parser_load_from_data (
        parser, tbk_oracle_records_answer (records, good, at, &is_valued, NULL), -1, NULL));
    for (int byte = 1; byte < 256; byte++) {
      memcpy (line, good, sizeof good);
      line[at] = byte;
      cr_assert (json_parser_load_from_data (
          parser, tbk_oracle_records_answer (records, line, strlen (good), &is_valued, NULL), -1, NULL));
    }
  }
}
