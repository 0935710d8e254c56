// Finds where a path leads, and whether others than the caller and root can exchange what is there.
#pragma once

#include <string>

namespace topomorph::inline base {

/// A program may name files beside itself whose code its loader runs ($ORIGIN). So nobody else may be able to change
/// the file, nor its folder, nor any folder above it.
struct UnchangeablePath {
  std::string path;      ///< without links: open this one, not the path that was asked about; empty: it leads nowhere
  std::string obstacle;  ///< the first part that others can change: "/home/bob belongs to another user"; empty: none
  bool is_safe() const { return !path.empty() && obstacle.empty(); }
};

/// Resolves the path once and examines every part of the result from the root down. What was found safe stays so: the
/// parts belong to the caller or to root, and nobody else may write to them. A group may if it is root's, or has the
/// caller's name and no other member. A folder of root with the sticky bit, like /tmp, is safe on the way, because
/// nobody can rename there the next part, whose owner is examined; it is not safe as the folder of the file itself.
UnchangeablePath unchangeable_path(const std::string& path);

}  // namespace topomorph::inline base
