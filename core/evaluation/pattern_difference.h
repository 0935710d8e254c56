// Computes how much a program's traffic differs from an earlier pattern.
#pragma once

#include "core/model/affinity.h"

namespace topomorph::evaluation {

/// Returns the share of the volume, 0 to 1, that goes between other pairs of roles in `after` than in `before`: half
/// the sum over all pairs of |share after - share before| (the total variation distance of two distributions; Levin,
/// Peres, Wilmer, "Markov chains and mixing times", section 4.1). It compares shares, so that twice the iterations make
/// no difference. Pairs have no direction, as in a mapping. Traffic of a role with itself does not count. Returns 0 if
/// neither has traffic, 1 if only one has. Time: that of sorting the entries. Throws InputError for different numbers
/// of roles.
double difference(const Affinity& before, const Affinity& after, Weight weight = Weight::Bytes);

}  // namespace topomorph::evaluation
