// What a process tells the others of itself before MPI_Init: that it has the library, and how it was started.
#pragma once

#include <cstdint>
#include <string_view>

#include "plugin/process/fixed_string.h"

namespace topomorph::reorder {

/// This process's: values, divided by commas, of what must be the same on all processes: version, mode, and the
/// settings by which each process decides alone what it does with others. As the environment has them, right or wrong.
/// Short, since every process gets everybody's. Needs no memory.
process::FixedString own_card() noexcept;

/// Who says what.
struct Holder {
  std::uint32_t rank = 0;
  std::string_view host = "";
};

/// What the other's card has else than mine: "rank 3 on host n2 has mode monitor, rank 0 has mode run"; without a card:
/// that it is without this library. Empty: nothing.
process::FixedString difference(std::string_view theirs, const Holder& them, std::string_view mine,
                                std::uint32_t me) noexcept;

}  // namespace topomorph::reorder
