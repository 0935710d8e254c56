// How much of a program's traffic goes elsewhere than it did before.
#pragma once

#include "core/model/affinity.h"

namespace topomorph::evaluation {

/// The share, 0 to 1, of the volume that goes between other pairs of roles in `after` than in `before`: half the sum
/// over all pairs of |share after - share before| (the total variation distance of two distributions; Levin, Peres,
/// Wilmer, "Markov chains and mixing times", section 4.1). Shares, so that twice the iterations of the same pattern are
/// no difference; pairs without direction, as a mapping sees them; what a role sends itself counts nowhere. 0 where
/// neither has traffic, 1 where one of them has. Time: that of sorting the entries. Throws InputError for different
/// numbers of roles.
double difference(const Affinity& before, const Affinity& after, Weight weight = Weight::Bytes);

}  // namespace topomorph::evaluation
