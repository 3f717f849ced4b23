/* training_options.c - which options of a training go together, and which learner they ask for. */
#include "network/blas.h"
#include "parser/trainer.h"

void
tbk_training_options_init (TbkTrainingOptions *options)
{
  *options = (TbkTrainingOptions){ .explore = { .percent = 100 },
                                   .oracle_epochs = 1,
                                   .columns = (1u << FIELD_DEPREL) - 1,
                                   .seed = 1,
                                   .max_words = TBK_TRAINING_MAX_WORDS };
}

gboolean
training_options_check (const TbkTrainingOptions *options, GError **error)
{
  const char *problem = NULL;

  if (options->model != TBK_MODEL_LINEAR && !blas_load (error))
    return FALSE;
  if (options->model != TBK_MODEL_LINEAR && options->beam > 1)
    problem = "networks have no beam: only linear models do";
  if (options->model == TBK_MODEL_LINEAR && options->ensemble > 1)
    problem = "an ensemble is of networks: linear models have none";
  if (options->beam > 1 && !options->is_static)
    problem = "a beam is trained by the static oracle only";
  if (options->model != TBK_MODEL_LINEAR && options->has_stages)
    problem = "networks have one stage: two are of linear models";
  if (options->beam > 1 && options->has_stages)
    problem = "a beam is trained in one stage only";
  if (options->is_static && options->trees == TBK_TREES_ALL)
    problem =
        "the static oracle needs trees that the system can build: the others projectivized, or left out";
  if (!options->is_static && options->order != NULL)
    problem = "an order is one of the static oracle, found the dynamic one";
  if (!options->is_static && options->system != NULL && (options->system->features & TBK_HAS_CYCLES) != 0)
    problem =
        "computations of this system may go round, which a dynamic oracle does not mind: use the static one";
  if (problem != NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, problem);
  return problem == NULL;
}

const LearnerKind *
training_options_learner (const TbkTrainingOptions *options)
{
  if (options->model != TBK_MODEL_LINEAR)
    return &learner_network;
  if (options->beam > 1)
    return &learner_beam;
  return options->has_stages ? &learner_stages : &learner_perceptron;
}
