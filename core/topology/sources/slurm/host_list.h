// Reads and writes lists of hosts as Slurm does: "n[0-3,7],m[01-12]".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::topology {

/// More hosts than any cluster has.
inline constexpr std::uint64_t kMaxListedHosts = std::uint64_t{1} << 20;

/// Returns the end of the entry of a list that begins at `at`: the next comma outside brackets.
std::size_t end_of_host_entry(std::string_view text, std::size_t at);

/// Returns the names in the order of the list: "n[08-10],x" is n08, n09, n10, x (numbers keep their width). Of several
/// brackets in a name the last one is the fastest. Throws InputError, without file and line, for an unreadable list and
/// for more than `most` names, before memory is taken for them.
std::vector<std::string> parse_host_list(std::string_view text, std::uint64_t most = kMaxListedHosts);

/// Returns the names as one list, in their order. Runs whose last number counts up become brackets.
std::string format_host_list(std::span<const std::string> names);

}  // namespace topomorph::topology
