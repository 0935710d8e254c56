// Matrix Market files of affinities.
#pragma once

#include <string>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Matrix Market, coordinate format: real, integer or pattern (volume 1); general or symmetric (each stored entry is an
/// undirected edge). Source: https://math.nist.gov/MatrixMarket/formats.html
Affinity read_matrix_market(const std::string& path);

void write_matrix_market(const Affinity& affinity, const std::string& path);

}  // namespace topomorph::formats
