// Affinities of two of the NAS parallel benchmarks, class C, for any number of roles that is a power of two.
#pragma once

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {

/// CG: roles in rows and columns as the benchmark has them, with as many columns as rows or twice as many. Each role
/// sums up along its row with the roles whose column differs in one bit, and exchanges with one of another row (in a
/// square its mirror image across the diagonal); role 0 also sends a little to all. Volumes are those of the
/// benchmark's messages; for 64 roles they are the measured npb-cg-64.mtx. `roles` is a power of two.
Instance cg_like(std::uint64_t roles);

/// LU: roles in rows and columns, with as many columns as rows or twice as many, each with its neighbours in row and
/// column; role 0 also sends a little to all. Volumes are those of the benchmark's messages; for 64 roles they are the
/// measured npb-lu-64.mtx. `roles` is a power of two.
Instance lu_like(std::uint64_t roles);

}  // namespace topomorph::benchmarks
