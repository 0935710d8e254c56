// Affinities like those of two of the NAS parallel benchmarks, for any number of roles.
#pragma once

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {

/// CG: roles in a square of `side` x `side`; each sums up along its row with the roles whose column differs in one bit,
/// and exchanges with its mirror image across the diagonal. Volumes as measured for class C on 64 roles
/// (npb-cg-64.mtx), shrunk with the square root of their number; role 0 also talks a little to all. `side` is a power
/// of two.
Instance cg_like(std::uint64_t side);

/// LU: roles in a square of `side` x `side`, each with its neighbours in the row and in the column; role 0 also talks a
/// little to all. Volumes as measured for class C on 64 roles (npb-lu-64.mtx), shrunk in the same way.
Instance lu_like(std::uint64_t side);

}  // namespace topomorph::benchmarks
