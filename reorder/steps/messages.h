// Texts and numbers of one process for others, or of all for the first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reorder/steps/own_comm.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

// All functions throw CollectiveError if MPI fails or a process does not answer, and on all processes if one of
// them has no memory (reorder/steps/collective_step.h).

/// Returns rank 0's number on all processes. Collective.
std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number);

/// Returns rank 0's text on all processes. Collective.
process::FixedString broadcast(const OwnComm& comm, const process::FixedString& line);

/// Returns on all processes what `text` returns on rank 0, where alone it is called: shorter than 2 GiB. An exception
/// of `text` ends the step on all processes. Collective.
std::string broadcast(const OwnComm& comm, const std::function<std::string()>& text);

/// Returns one number of each process in rank order on rank 0; nothing elsewhere. Collective.
std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine);

/// Brings one line of each process to rank 0, in any order. `mine` returns the lines of several processes on some, and
/// an empty text on the others; texts contain no zeros. `take` is called on rank 0. Returns the failure of this process
/// alone, which the caller must share. Collective.
process::FixedString gather_lines(const OwnComm& comm, const std::function<std::string()>& mine,
                                  const std::function<void(std::string_view)>& take);

/// Returns number p of rank 0 on process p; nothing if rank 0 has no numbers. Waits for rank 0 and not for the others;
/// wait_asleep() ends with the first of the numbers. Needs no memory. Collective.
std::optional<std::uint64_t> hand_out(const OwnComm& comm, const std::vector<std::uint64_t>& all);

}  // namespace topomorph::reorder
