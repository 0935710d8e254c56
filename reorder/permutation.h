// Permutations that the user names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace topomorph::reorder {

/// Returns the new rank of each of `ranks` processes: `identity`, `reverse`, `random:SEED` (the same on every machine
/// for the same seed), or `file:PATH`, a file with one number a line, line p (from 0) for process p. Throws InputError,
/// with the line of the file.
std::vector<std::uint64_t> named_permutation(const std::string& name, std::uint64_t ranks);

}  // namespace topomorph::reorder
