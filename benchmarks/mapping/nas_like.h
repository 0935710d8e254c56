// Affinities like those of two of the NAS parallel benchmarks, for any number of roles.
#pragma once

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {

/// CG: roles in a square of `side` x `side`. Each role sums up along its row with the roles whose column differs in one
/// bit, and exchanges with its mirror image across the diagonal; role 0 also sends a little to all. Volumes are those
/// measured for class C on 64 roles (npb-cg-64.mtx), divided in proportion to the square root of the number of roles.
/// `side` is a power of two.
Instance cg_like(std::uint64_t side);

/// LU: roles in a square of `side` x `side`, each with its neighbours in row and column; role 0 also sends a little to
/// all. Volumes are those measured for class C on 64 roles (npb-lu-64.mtx), divided in the same proportion.
Instance lu_like(std::uint64_t side);

}  // namespace topomorph::benchmarks
