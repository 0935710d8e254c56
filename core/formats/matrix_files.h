// Matrices of affinities: Matrix Market files, and dense ones as text and as CSV.
#pragma once

#include <string>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Roles of a dense matrix that is written: with nothing but zeros it has 2 GB.
inline constexpr Role kMostDenseRoles = 32768;

/// Matrix Market, coordinates or an array of at most kMostDenseRoles roles: real, integer, unsigned-integer or pattern
/// (volume 1); general or symmetric (each stored entry is an undirected edge). Source:
/// https://math.nist.gov/MatrixMarket/formats.html
Affinity read_matrix_market(const std::string& path);

void write_matrix_market(const Affinity& affinity, const std::string& path);

/// Dense text (TreeMatch, netloc): one row per line, numbers separated by blanks. Lines that begin with # or % are
/// comments, also in CSV.
Affinity read_dense_text(const std::string& path);

/// Throws InputError for more than kMostDenseRoles roles, before anything is written.
void write_dense_text(const Affinity& affinity, const std::string& path);

/// Dense CSV, whose rows are in EagerMap's order, the last role's first, or in the natural one: in the one that keeps
/// most traffic between near numbers, unless a comment of write_csv() names EagerMap's.
Affinity read_csv(const std::string& path);

/// Writes EagerMap's order, with a comment where read_csv() would expect the other one. Throws as write_dense_text()
/// does.
void write_csv(const Affinity& affinity, const std::string& path);

}  // namespace topomorph::formats
