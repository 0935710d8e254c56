// The readers and writers behind affinity_formats() (affinity_file.h), and what they share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Matrix Market, coordinate format: real, integer or pattern (volume 1); general, or symmetric (each stored entry is
/// an edge without direction). Source: https://math.nist.gov/MatrixMarket/formats.html
Affinity read_matrix_market(const std::string& path);
void write_matrix_market(const Affinity& affinity, const std::string& path);

/// METIS graph: undirected, vertices from 1, vertex sizes and weights are skipped, edges without weight count 1.
/// Source: METIS manual, section 4.1.1. Loops cannot be written and are left out.
Affinity read_metis(const std::string& path);
void write_metis(const Affinity& affinity, const std::string& path);

/// Scotch graph (.grf): like METIS, undirected. Source: Scotch user's guide, section "Graph files".
Affinity read_scotch_graph(const std::string& path);
void write_scotch_graph(const Affinity& affinity, const std::string& path);

/// Dense text, one row per line, numbers between blanks (TreeMatch, netloc).
Affinity read_dense_text(const std::string& path);
void write_dense_text(const Affinity& affinity, const std::string& path);

/// Dense CSV as EagerMap has it: the last role's row first.
Affinity read_csv(const std::string& path);
void write_csv(const Affinity& affinity, const std::string& path);

/// What `word` says, or an error at the reader's line that names `what` was expected.
std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what);
std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word);

/// A count from 1 to kMaxRoles, else an error.
std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word);

/// from_traffic, with the file's name in its errors.
Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic);

}  // namespace topomorph::formats
