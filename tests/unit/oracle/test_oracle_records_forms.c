/* test_oracle_records_forms.c - what records can give beyond a stack and a buffer, good and bad. */
#include <criterion/criterion.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "tbk/oracle.h"

/* What a record has beside "heads":[0,1,4,2], and its answer; both without the outer braces. */
typedef struct {
  const char *members, *answer;
} Case;

static void
check_cases (const char *system, const Case *cases, gsize n_cases)
{
  g_autoptr (TbkOracleRecords) records =
      tbk_oracle_records_new (tbk_system_find (system), 0, TBK_METHOD_EXACT, NULL);

  for (gsize c = 0; c < n_cases; c++) {
    g_autofree char *line = g_strdup_printf ("{\"heads\":[0,1,4,2],%s}", cases[c].members);
    g_autofree char *expected = g_strdup_printf ("{%s}\n", cases[c].answer);
    gboolean is_valued;
    const char *answer = tbk_oracle_records_answer (records, line, strlen (line), &is_valued, NULL);

    cr_expect_str_eq (answer, expected, "%s: %s", line, answer);
    cr_expect_eq (is_valued, strstr (cases[c].answer, "\"error\"") == NULL);
  }
}

#define ERROR(message) "\"error\":\"" message "\""

Test (oracle_records_forms, input_as_a_list)
{
  const Case cases[] = {
    { "\"stack\":[0,1,3],\"buffer\":[2,4]",
      "\"values\":{\"SH\":4,\"LA\":2,\"RA\":3,\"SW\":4},\"optimal\":[\"SH\",\"SW\"]" },
    { "\"stack\":[0,3,1],\"buffer\":[2,4]",
      "\"values\":{\"SH\":4,\"LA\":3,\"RA\":2,\"SW\":null},\"optimal\":[\"SH\"]" },
    { "\"stack\":[0,1],\"buffer\":[2,3,4]",
      "\"values\":{\"SH\":4,\"LA\":null,\"RA\":3,\"SW\":null},\"optimal\":[\"SH\"]" },
    { "\"stack\":[0,1],\"buffer\":2",
      "\"values\":{\"SH\":4,\"LA\":null,\"RA\":3,\"SW\":null},\"optimal\":[\"SH\"]" },
    { "\"stack\":[0,4,3],\"buffer\":[2,1]",
      "\"values\":{\"SH\":3,\"LA\":2,\"RA\":4,\"SW\":null},\"optimal\":[\"RA\"]" },
    { "\"stack\":[0,1,2,3,4],\"buffer\":[]",
      "\"values\":{\"SH\":null,\"LA\":4,\"RA\":2,\"SW\":4},\"optimal\":[\"LA\",\"SW\"]" },
    { "\"stack\":[0,1],\"buffer\":[1,2,3,4]",
      "\"error\":\"the stack has word 1: a number in 1..0 was expected\"" },
    { "\"stack\":[0,1],\"buffer\":[2,2,4]", "\"error\":\"the input has word 2, which is elsewhere too\"" },
    { "\"stack\":[0,1],\"buffer\":[0,2,3,4]",
      "\"error\":\"buffer[0]: found 0, expected an integer from 1 to 4\"" },
    { "\"stack\":[0,1],\"buffer\":[2,3,4,5]",
      "\"error\":\"buffer[3]: found 5, expected an integer from 1 to 4\"" },
    { "\"stack\":[0],\"buffer\":[1,2,3,4,4]",
      "\"error\":\"buffer[4]: found 4, expected at most 4 elements\"" },
    { "\"stack\":[0],\"buffer\":[1,null]",
      "\"error\":\"buffer[1]: found null, expected an integer from 1 to 4\"" },
    { "\"stack\":[0],\"buffer\":{}", "\"error\":\"buffer: found {}, expected an integer from 1 to 5\"" },
    { "\"stack\":[0,1],\"buffer\":2,\"second\":[]",
      "\"error\":\"second: found [], expected no such key in records of the system swap\"" },
    { "\"stack\":[0,1],\"buffer\":2,\"arcs\":[]",
      "\"error\":\"arcs: found [], expected no such key in records of the system swap\"" },
    { "\"stack\":[0,1],\"buffer\":2,\"unshifting\":false",
      "\"error\":\"unshifting: found false, expected no such key in records of the system swap\"" },
  };

  check_cases ("swap", cases, G_N_ELEMENTS (cases));
}

/* A list is an input like any other where no word returns to it. */
Test (oracle_records_forms, list_in_order)
{
  const Case cases[] = {
    { "\"stack\":[0,1],\"buffer\":[2,3,4]",
      "\"values\":{\"SH\":4,\"RA\":3,\"LA\":null},\"optimal\":[\"SH\"]" },
    { "\"stack\":[0,1,2,3,4],\"buffer\":[]",
      "\"values\":{\"SH\":null,\"RA\":2,\"LA\":4},\"optimal\":[\"LA\"]" },
    { "\"stack\":[0,1],\"buffer\":[3,2,4]",
      "\"error\":\"buffer: expected the last words of the sentence in order: none returns to it\"" },
    { "\"stack\":[0,1],\"buffer\":[2,3]",
      "\"error\":\"buffer: expected the last words of the sentence in order: none returns to it\"" },
    { "\"stack\":[0,1],\"buffer\":[1,2,3,4]",
      "\"error\":\"the top of the stack is word 1, but the remaining input begins with word 1\"" },
  };

  check_cases ("arc-standard", cases, G_N_ELEMENTS (cases));
}

Test (oracle_records_forms, covington)
{
  const Case cases[] = {
    { "\"stack\":[0,1],\"second\":[2],\"buffer\":3,\"arcs\":[[0,1],[1,2]]",
      "\"values\":{\"SH\":2,\"NA\":2,\"LA\":null,\"RA\":1},\"optimal\":[\"SH\",\"NA\"]" },
    { "\"stack\":[],\"second\":[0,1],\"buffer\":2,\"arcs\":[]",
      "\"values\":{\"SH\":2,\"NA\":null,\"LA\":null,\"RA\":null},\"optimal\":[\"SH\"]" },
    { "\"buffer\":[3,4],\"arcs\":[[1,2]],\"second\":[1,2],\"stack\":[0]",
      "\"values\":{\"SH\":2,\"NA\":2,\"LA\":null,\"RA\":1},\"optimal\":[\"SH\",\"NA\"]" },
    { "\"stack\":[0,1],\"buffer\":2,\"arcs\":[]",
      "\"error\":\"there is no \\\"second\\\"; \\\"prefix\\\" or \\\"configurations\\\" would do instead\"" },
    { "\"stack\":[0,1],\"buffer\":2,\"second\":[]",
      "\"error\":\"there is no \\\"arcs\\\"; \\\"prefix\\\" or \\\"configurations\\\" would do instead\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[],\"arcs\":[]", "\"error\":\"word 2 is in neither list\"" },
    { "\"stack\":[0,2],\"buffer\":3,\"second\":[1],\"arcs\":[]",
      "\"error\":\"the lists have word 1 behind word 2: words must increase\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[1],\"arcs\":[]",
      "\"error\":\"the second list has word 1, which is elsewhere too\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[3],\"arcs\":[]",
      "\"error\":\"the second list has word 3: a number in 1..2 was expected\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":2,\"arcs\":[]",
      "\"error\":\"second: found 2, expected an array\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[-1],\"arcs\":[]",
      "\"error\":\"second[0]: found -1, expected an integer from 0 to 4\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":3",
      "\"error\":\"arcs: found 3, expected an array\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[3]",
      "\"error\":\"arcs[0]: found 3, expected a pair of a head and a word\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1]]",
      "\"error\":\"arcs[0]: found [1], expected a pair of a head and a word\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,2,3]]",
      "\"error\":\"arcs[0]: found [1,2,3], expected a pair of a head and a word\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,\"2\"]]",
      "\"error\":\"arcs[0][1]: found \\\"2\\\", expected an integer from 0 to 4\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,5]]",
      "\"error\":\"arcs[0][1]: found 5, expected an integer from 0 to 4\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,0]]",
      "\"error\":\"arcs[0]: found [1,0], expected a head and a word that is not 0\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,2],[3,2]]",
      "\"error\":\"arcs[1]: found [3,2], expected a head and a word that has none by the arcs before\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,2],[2,1]]",
      "\"error\":\"arcs: the words 1, 2 form a cycle, expected none\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,1]]",
      "\"error\":\"arcs: the words 1 form a cycle, expected none\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[4,1]]",
      "\"error\":\"arcs: found [4,1], expected no word behind the first of the input, 3\"" },
    { "\"stack\":[0,1],\"buffer\":3,\"second\":[2],\"arcs\":[[1,4]]",
      "\"error\":\"arcs: found [1,4], expected no word behind the first of the input, 3\"" },
  };

  check_cases ("covington", cases, G_N_ELEMENTS (cases));
}

Test (oracle_records_forms, covington_projective)
{
  const Case cases[] = {
    { "\"stack\":[0,2],\"second\":[],\"buffer\":3,\"arcs\":[[2,1]]",
      "\"values\":{\"SH\":2,\"NA\":null,\"LA\":1,\"RA\":1},\"optimal\":[\"SH\"]" },
    { "\"stack\":[0,2],\"second\":[],\"buffer\":3,\"arcs\":[]",
      "\"error\":\"word 1 is in neither list and has no head\"" },
  };

  check_cases ("covington-projective", cases, G_N_ELEMENTS (cases));
}

Test (oracle_records_forms, unshifting)
{
  const Case cases[] = {
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[2],\"unshifting\":true",
      "\"values\":{\"SH\":null,\"LA\":0,\"RA\":2,\"RE\":null,\"UN\":null},\"optimal\":[\"RA\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[4],\"unshifting\":true",
      "\"values\":{\"SH\":null,\"LA\":0,\"RA\":1,\"RE\":null,\"UN\":null},\"optimal\":[\"RA\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":4,\"unshifting\":true",
      "\"values\":{\"SH\":null,\"LA\":0,\"RA\":1,\"RE\":null,\"UN\":null},\"optimal\":[\"RA\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":4,\"unshifting\":false",
      "\"values\":{\"SH\":1,\"LA\":0,\"RA\":1,\"RE\":null,\"UN\":null},\"optimal\":[\"SH\",\"RA\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":5,\"unshifting\":true",
      "\"values\":{\"SH\":null,\"LA\":null,\"RA\":null,\"RE\":null,\"UN\":1},\"optimal\":[\"UN\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[]",
      "\"values\":{\"SH\":null,\"LA\":null,\"RA\":null,\"RE\":null,\"UN\":1},\"optimal\":[\"UN\"]" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[],\"unshifting\":false",
      "\"error\":\"unshifting: found false without input, expected true\"" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[2]",
      "\"error\":\"buffer: found a word that returned, expected \\\"unshifting\\\":true with it\"" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":3,\"unshifting\":true",
      "\"error\":\"unshifting: found true with 2 words of input, expected at most one\"" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[1],\"unshifting\":true",
      "\"error\":\"the input has word 1, which is elsewhere too\"" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":[2],\"unshifting\":1",
      "\"error\":\"unshifting: found 1, expected true or false\"" },
    { "\"stack\":[[0,\"R\"],[1,\"L\"]],\"buffer\":4,\"unshifting\":true,\"unshifting\":true",
      "\"error\":\"there is more than one \\\"unshifting\\\"\"" },
  };

  check_cases ("arc-eager-unshift", cases, G_N_ELEMENTS (cases));
}

Test (oracle_records_forms, prefix)
{
  const Case cases[] = {
    { "\"prefix\":[]", "\"values\":{\"SH\":3,\"LA\":null,\"RA\":4,\"RE\":null},\"optimal\":[\"RA\"]" },
    { "\"prefix\":[\"RA\",\"SH\"]",
      "\"values\":{\"SH\":2,\"LA\":1,\"RA\":1,\"RE\":null},\"optimal\":[\"SH\"]" },
    { "\"prefix\":[\"RA\",\"RA\",\"RE\",\"RE\",\"SH\",\"RA\"]",
      "\"values\":{\"SH\":null,\"LA\":null,\"RA\":null,\"RE\":null},\"optimal\":[]" },
    { "\"prefix\":[\"RA\",\"LA\"]",
      "\"error\":\"prefix[1]: found \\\"LA\\\", expected a transition that is allowed: the top of the stack has its head, or is to be a right child (label R)\"" },
    { "\"prefix\":[\"RA\",\"XX\"]",
      "\"error\":\"prefix[1]: found \\\"XX\\\", expected a transition of arc-eager: SH, LA, RA or RE\"" },
    { "\"prefix\":[\"RA\",\"R\"]",
      "\"error\":\"prefix[1]: found \\\"R\\\", expected a transition of arc-eager: SH, LA, RA or RE\"" },
    { "\"prefix\":[\"RA\\u0000A\"]",
      "\"error\":\"prefix[0]: found \\\"RA\\\\u0000A\\\", expected a transition of arc-eager: SH, LA, RA or RE\"" },
    { "\"prefix\":[\"RA\",1]", "\"error\":\"prefix[1]: found 1, expected a string\"" },
    { "\"prefix\":\"RA\"", "\"error\":\"prefix: found \\\"RA\\\", expected an array\"" },
    { "\"prefix\":[],\"buffer\":1",
      "\"error\":\"there is \\\"buffer\\\" and \\\"prefix\\\", expected one of them\"" },
    { "\"stack\":[[0,\"R\"]],\"prefix\":[\"RA\"]",
      "\"error\":\"there is \\\"stack\\\" and \\\"prefix\\\", expected one of them\"" },
    { "\"prefix\":[],\"second\":[]",
      "\"error\":\"second: found [], expected no such key in records of the system arc-eager\"" },
  };

  check_cases ("arc-eager", cases, G_N_ELEMENTS (cases));
}

Test (oracle_records_forms, configurations)
{
  const Case cases[] = {
    { "\"configurations\":[]", "\"results\":[]" },
    { "\"configurations\":[{\"stack\":[0,1],\"buffer\":2},{\"prefix\":[\"SH\",\"RA\"]}],\"policy\":\"none\"",
      "\"results\":[{\"values\":{\"SH\":4,\"RA\":3,\"LA\":null},\"optimal\":[\"SH\"]},{\"values\":{\"SH\":2,\"RA\":null,\"LA\":null},\"optimal\":[\"SH\"]}]" },
    { "\"id\":7,\"configurations\":[{\"buffer\":2,\"stack\":[0,1]}]",
      "\"id\":7,\"results\":[{\"values\":{\"SH\":4,\"RA\":3,\"LA\":null},\"optimal\":[\"SH\"]}]" },
    { "\"configurations\":{}", "\"error\":\"configurations: found {}, expected an array\"" },
    { "\"configurations\":[3]", "\"error\":\"configurations[0]: found 3, expected an object\"" },
    { "\"id\":\"x\",\"configurations\":[{\"stack\":[0],\"buffer\":1},{\"stack\":[0,1]}]",
      "\"id\":\"x\",\"error\":\"configurations[1]: there is no \\\"buffer\\\"; \\\"prefix\\\" would do instead\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1},{\"stack\":[0,1],\"buffer\":6}]",
      "\"error\":\"configurations[1].buffer: found 6, expected an integer from 1 to 5\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1},{\"stack\":[0,2,1],\"buffer\":3}]",
      "\"error\":\"configurations[1]: the stack has word 1 above word 2: words must increase from the bottom\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1,\"stack\":[0]}]",
      "\"error\":\"there is more than one \\\"stack\\\"\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1,\"id\":1}]",
      "\"error\":\"configurations[0].id: found 1, expected no such key in configurations of the system arc-standard\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1,\"heads\":[0]}]",
      "\"error\":\"configurations[0].heads: found [0], expected no such key in configurations of the system arc-standard\"" },
    { "\"configurations\":[{\"stack\":[0],\"buffer\":1,\"policy\":\"none\"}]",
      "\"error\":\"configurations[0].policy: found \\\"none\\\", expected no such key in configurations of the system arc-standard\"" },
    { "\"configurations\":[{\"configurations\":[]}]",
      "\"error\":\"configurations[0].configurations: found [], expected no such key in configurations of the system arc-standard\"" },
    { "\"configurations\":[],\"stack\":[0]",
      "\"error\":\"there is \\\"stack\\\" and \\\"configurations\\\", expected one of them\"" },
    { "\"configurations\":[],\"prefix\":[]",
      "\"error\":\"there is \\\"prefix\\\" and \\\"configurations\\\", expected one of them\"" },
    { "\"configurations\":[],\"configurations\":[]",
      "\"error\":\"there is more than one \\\"configurations\\\"\"" },
    { "\"id\":1,\"id\":2,\"configurations\":[]", "\"id\":1,\"error\":\"there is more than one \\\"id\\\"\"" },
    { "\"id\":[1, {\"a\":null}],\"label\":3",
      "\"id\":[1, {\"a\":null}],\"error\":\"label: found 3, expected no such key in records of the system arc-standard\"" },
  };

  check_cases ("arc-standard", cases, G_N_ELEMENTS (cases));
}

/* Every cut and every changed byte of a good record gets one line of JSON. */
static void
damage (const char *system, const char *good)
{
  g_autoptr (TbkOracleRecords) records =
      tbk_oracle_records_new (tbk_system_find (system), 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  gsize length = strlen (good);
  g_autofree char *line = g_strdup (good);
  gboolean is_valued;

  tbk_oracle_records_answer (records, good, length, &is_valued, NULL);
  cr_assert (is_valued, "%s", good);
  for (gsize at = 0; at < length; at++)
    for (int byte = 0; byte < 256; byte++) {
      const char *answer;

      line[at] = (char) byte;
      answer = tbk_oracle_records_answer (records, line, byte == 0 ? at : length, &is_valued, NULL);
      cr_assert_eq (strcspn (answer, "\n") + 1, strlen (answer));
      cr_assert (json_parser_load_from_data (parser, answer, -1, NULL), "%s", answer);
      line[at] = good[at];
    }
}

Test (oracle_records_forms, damaged)
{
  damage ("swap", "{\"heads\":[2,0,2],\"stack\":[0,3],\"buffer\":[2,1],\"id\":[1,{}]}");
  damage ("covington",
          "{\"heads\":[2,0,2],\"stack\":[0],\"second\":[1],\"buffer\":2,\"arcs\":[[2,1],[0,2]]}");
  damage ("arc-eager-unshift", "{\"heads\":[2,0],\"stack\":[[0,\"R\"]],\"buffer\":[1],\"unshifting\":true}");
  damage ("attardi-2", "{\"configurations\":[{\"prefix\":[\"SH\",\"RA1\"]},{\"stack\":[0,1],\"buffer\":2}],"
                       "\"heads\":[2,0,2]}");
}
