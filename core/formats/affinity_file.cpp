// The table of the file formats of affinities.
#include "core/formats/affinity_file.h"

#include <array>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/graph_files.h"
#include "core/formats/matrix_files.h"
#include "core/formats/profile/reader.h"
#include "core/formats/qaplib_instance.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/training_notation.h"

namespace topomorph::formats {

namespace {

Affinity read_whole_profile(const std::string& path) { return read_profile_affinity(path); }

const AffinityFormat& format_of(const std::string& path) {
  for (const AffinityFormat& format : affinity_formats()) {
    if (lower_case(path).ends_with(format.ending)) return format;
  }
  throw InputError(path, 0,
                   "unknown kind of affinity file, expected cart:DIMS, parallel:tp=N,…, one of the endings " +
                       listed(affinity_formats(), &AffinityFormat::ending) +
                       ", or a recording of another tool (topomorph convert --help)");
}

}  // namespace

std::span<const AffinityFormat> affinity_formats() {
  static const std::array<AffinityFormat, 7> formats = {{
      {".mtx", "Matrix Market coordinate matrix", read_matrix_market, write_matrix_market},
      {".graph", "METIS graph (undirected)", read_metis, write_metis},
      {".grf", "Scotch graph (undirected)", read_scotch_graph, write_scotch_graph},
      {".mat", "dense matrix in text, one row per line", read_dense_text, write_dense_text},
      {".csv", "dense matrix, last role's row first (EagerMap)", read_csv, write_csv},
      {".dat", "QAPLIB instance: its flows", read_qaplib_flows, nullptr},
      {".tmprof", "profile of a run, all phases and layers", read_whole_profile, nullptr, true},
  }};
  return formats;
}

Affinity read_affinity(const std::string& path) {
  if (is_cart_spec(path)) return parse_cart_affinity(path);
  if (is_parallel_spec(path)) return to_affinity(parse_parallel_spec(path));
  return format_of(path).read(path);
}

bool tells_messages(const std::string& path) { return !names_pattern(path) && format_of(path).has_messages; }

bool names_pattern(const std::string& path) { return is_cart_spec(path) || is_parallel_spec(path); }

void write_affinity(const Affinity& affinity, const std::string& path) {
  const AffinityFormat& format = format_of(path);
  if (format.write == nullptr) throw InputError(path, 0, "files ending in " + format.ending + " can only be read");
  format.write(affinity, path);
}

}  // namespace topomorph::formats
