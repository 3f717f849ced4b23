/* command.c - from a command line to the run of a command. */
#include "command.h"

#include "help.h"
#include "input.h"
#include "tool.h"

static const Form *
choose (const Command *command, int argc, char **argv, GError **error)
{
  gboolean is_of_brackets;

  if (command->choose != NULL)
    return command->choose (argc, argv, error);
  if (command->brackets == NULL)
    return command->conllu;
  if (!input_choose (argc, argv, command->conllu->groups, command->brackets->groups, &is_of_brackets, error))
    return NULL;
  return is_of_brackets ? command->brackets : command->conllu;
}

/* Of which input the options of @form are. */
static const char *
kind_of (const Command *command, const Form *form)
{
  if (form->is_of_brackets)
    return " for trees in brackets";
  return help_has_two_screens (command) ? " for CoNLL-U (it goes with --input=brackets)" : "";
}

/* Lets messages say what reads the input that they guess at. A command that chooses its input knows better. */
static void
set_advice (const Command *command)
{
  g_autofree char *other = g_strdup_printf ("; tbk %s reads CoNLL-U only", command->name);

  if (command->choose != NULL)
    return;
  tool_set_advice (": this looks like phrase structure in brackets",
                   command->brackets != NULL ? ", which --input=brackets reads" : other);
  tool_set_advice (": this looks like CoNLL-U", ", which --input=conllu reads");
  tool_set_advice (": this looks like CoNLL-X", ", which --input=conllx reads");
  tool_set_advice (": this looks like CoNLL 2009", ", which --input=conll09 reads");
  tool_set_advice (
      ": this looks like CoNLL 2008",
      ", which --columns=ID,FORM,LEMMA,XPOS,PPOS,SPLIT_FORM,SPLIT_LEMMA,PPOSS,HEAD,DEPREL reads");
}

static gboolean
run (const Command *command, const Form *form, int argc, char **argv, GError **error)
{
  g_auto (Options) options = { NULL, NULL };
  g_auto (GStrv) operands = NULL;
  OptionsOutcome outcome;
  Source source;
  const Form *other = form->is_of_brackets ? command->conllu : command->brackets;

  options_init (&options, form->groups, form->size);
  operands = options_parse (argc, argv, &options, kind_of (command, form),
                            other != NULL ? other->groups : NULL, &outcome, error);
  if (operands == NULL)
    return FALSE;
  if (outcome.wants_help)
    return help_print (command, form, error);
  if (!options_check_rules (&options, form->rules, error))
    return FALSE;
  source = (Source){
    .operands = operands, .has_operands = outcome.has_operands, .command = command->name, .options = options
  };
  set_advice (command);
  return form->run (options.values, &source, error);
}

gboolean
command_run (const Command *command, int argc, char **argv, GError **error)
{
  const Form *form = choose (command, argc, argv, error);

  return form != NULL && run (command, form, argc, argv, error);
}
