// The readers and writers behind affinity_formats() (affinity_file.h), and their shared helpers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Matrix Market, coordinate format: real, integer or pattern (volume 1); general or symmetric (each stored entry is an
/// undirected edge). Source: https://math.nist.gov/MatrixMarket/formats.html
Affinity read_matrix_market(const std::string& path);
void write_matrix_market(const Affinity& affinity, const std::string& path);

/// METIS graph: undirected, vertices from 1. Vertex sizes and weights are skipped; edges without weight count 1. Loops
/// cannot be written and are left out. Source: METIS manual, section 4.1.1.
Affinity read_metis(const std::string& path);
void write_metis(const Affinity& affinity, const std::string& path);

/// Scotch graph (.grf): undirected, as METIS. Source: Scotch user's guide, section "Graph files".
Affinity read_scotch_graph(const std::string& path);
void write_scotch_graph(const Affinity& affinity, const std::string& path);

/// Dense text (TreeMatch, netloc): one row per line, numbers separated by blanks.
Affinity read_dense_text(const std::string& path);
void write_dense_text(const Affinity& affinity, const std::string& path);

/// Dense CSV as EagerMap has it: the last role's row first.
Affinity read_csv(const std::string& path);
void write_csv(const Affinity& affinity, const std::string& path);

/// Parse `word`, or throw InputError at the reader's line; `what` names the expected value.
std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what);
std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word);

/// Parses a count from 1 to kMaxRoles, or throws InputError.
std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word);

/// Calls from_traffic and adds the file's name to its errors.
Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic);

}  // namespace topomorph::formats
