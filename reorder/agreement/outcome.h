// What the agreement has found out about the processes of the job, and by which means.
#pragma once

#include "runtime/process/fixed_string.h"

namespace topomorph::reorder::agreement {

/// How the processes were asked.
enum class Means {
  Pmix,     ///< the launcher's board
  Pmi,      ///< the board of Hydra or Slurm, in jobs of MPICH
  World,    ///< MPI_COMM_WORLD, if there is no board: processes without the library are waited for
  Nothing,  ///< not at all: this process is alone
};

struct Outcome {
  bool everybody = true;  ///< all processes have the same card
  Means means = Means::Nothing;
  process::FixedString why = {};  ///< why not, as far as this process knows
  bool says = false;              ///< this is the one process that is to write the reason
  bool several_programs = false;  ///< known from the cards; PMIx itself tells it without them
};

}  // namespace topomorph::reorder::agreement
