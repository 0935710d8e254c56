// Which pairs of processes measure the network: a few, whatever the size of the job.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/wire/wire.h"

namespace topomorph::reorder {

/// The part of one process in a pair.
struct PairPart {
  int other = -1;  ///< rank of the other process; negative: this process is in no pair
  bool starts = false;
};

/// The parts of one process in two pairs that measure one after the other, as a number. 0: none.
std::uint64_t packed(PairPart first, PairPart second);
std::array<PairPart, 2> unpacked(std::uint64_t parts);

/// Returns the package of a process from its path, "Package:0" with what is around it; empty if the path names none.
std::string_view package_of(std::string_view path);

/// Returns the switch of a host as a number, from Slurm's address of the host; 0 if it tells none.
std::uint64_t switch_of(std::string_view network);

/// Returns, for each process of a host, its parts in the pair of one package and in that of two packages. Packages that
/// are not known (empty) count as different. `packages` is by rank in the host.
std::vector<std::uint64_t> parts_in_host(std::span<const std::string> packages);

/// Returns a bit for each of the two kinds of pairs that are among these parts.
std::uint64_t kinds_in(std::span<const std::uint64_t> parts);

/// Leaves out the pairs of other kinds.
void keep_kinds(std::vector<std::uint64_t>& parts, std::uint64_t kinds);

/// Returns, for each host, the kinds of pairs that it measures, of those that it has. Two hosts speak for all: of those
/// that have the kind the first and one in the middle.
std::vector<std::uint64_t> kinds_of_hosts(std::span<const std::uint64_t> kinds);

/// Returns, for each host, its parts in a pair behind one switch and in a pair across the network. If all switches are
/// known, pairs of one switch measure at once, but only one pair across the network, because others could share its
/// links; otherwise all pairs are across the network. No host is in two pairs of a kind.
std::vector<std::uint64_t> parts_of_hosts(std::span<const std::uint64_t> switches);

}  // namespace topomorph::reorder
