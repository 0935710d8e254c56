// Errors in the words of a command line, which are the same on all ranks that a launcher started with it.
#pragma once

#include "core/base/error.h"

namespace topomorph::cli {

/// One rank of the job reports it. The others end silently with the same status.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

/// Calls `work` and turns its InputErrors into UsageErrors. `work` must look at words only, at no file and no host.
template <class Work>
auto judging_words(Work work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace topomorph::cli
