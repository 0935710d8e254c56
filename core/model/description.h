// Descriptions of topologies inside sentences.
#pragma once

#include <string>

namespace topomorph::inline model {

/// Returns "a torus of 4 x 4". A description that begins with a number ("2 of the 64 slots of a torus") gets no
/// article.
inline std::string with_article(const std::string& description) {
  const bool counted = !description.empty() && description[0] >= '0' && description[0] <= '9';
  return counted ? description : "a " + description;
}

}  // namespace topomorph::inline model
