// What is wrong with the words of a command line, and so on all ranks that a launcher started with it.
#pragma once

#include "core/base/error.h"

namespace topomorph::cli {

/// Said by one rank of the job; the others end with the same status and say nothing.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

/// Does `work`, whose InputErrors are those of the words alone: no file and no host is looked at.
template <class Work>
auto judging_words(Work work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace topomorph::cli
