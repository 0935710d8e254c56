// The card of a process: it has the library, and how it was started.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Returns this process's card: comma-separated values that must be the same on all processes, which are the version,
/// the mode, and the settings by which each process decides alone what it does with others. Values are as in the
/// environment, valid or not. Short, because every process gets all cards. Needs no memory.
process::FixedString own_card() noexcept;

/// The process that has a card.
struct Holder {
  std::uint32_t rank = 0;
  std::string_view host = "";
};

/// Returns the difference between two cards, such as "rank 3 on host n2 has mode monitor, rank 0 has mode run"; for an
/// empty card, that the process is without this library. Empty if there is none.
process::FixedString difference(std::string_view theirs, const Holder& them, std::string_view mine,
                                std::uint32_t me) noexcept;

/// What the process that has compared all cards tells the others of its host if there is no difference.
inline constexpr std::string_view kNoDifference = "fine";

}  // namespace topomorph::reorder
