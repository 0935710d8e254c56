// Readers of the files that describe an InfiniBand fabric. Each throws InputError with file and line.
#pragma once

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

// shared by the readers

/// Runs the step and adds file and line to its InputError.
template <typename Step>
void at_line(const LineReader& reader, Step step) {
  try {
    step();
  } catch (const InputError& error) {
    reader.fail(error.what());
  }
}

inline constexpr std::uint32_t kLargestPort = 254, kLargestLid = 0xffff;

}  // namespace topomorph::topology::infiniband
