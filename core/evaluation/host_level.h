// The level of a tree whose nodes are hosts, for callers whose result would be wrong with another one.
#pragma once

#include <cstddef>

#include "core/model/tree.h"

namespace topomorph::evaluation {

/// Returns whether the tree's source names no level and there are several that may have the hosts: the short form
/// "tleaf:" and Scotch's files, which list switches and machines alike.
bool has_unknown_hosts(const TreeTopology& tree);

/// Returns host_level_of(). Throws InputError, with the ways to say it, if the tree has unknown hosts.
std::size_t known_host_level_of(const TreeTopology& tree);

}  // namespace topomorph::evaluation
