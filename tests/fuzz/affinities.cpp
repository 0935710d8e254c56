// Every text format of affinities: what was read can be written and is the same when it is read again.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/formats/formats.h"
#include "core/formats/graph_files.h"
#include "core/formats/matrix_files.h"
#include "core/formats/role_files.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

bool same(const Affinity& a, const Affinity& b) {
  if (a.roles() != b.roles() || a.entries() != b.entries()) return false;
  for (Role role = 0; role < a.roles(); ++role) {
    const auto equal = [](const AffinityEntry& x, const AffinityEntry& y) {
      return x.destination == y.destination && x.bytes == y.bytes;
    };
    if (!std::equal(a.row(role).begin(), a.row(role).end(), b.row(role).begin(), b.row(role).end(), equal))
      return false;
  }
  return true;
}

using Read = Affinity (*)(const std::string& path);
using Write = void (*)(const Affinity& affinity, const std::string& path);

/// What `read` makes of the input, and what it makes of the file that is written then.
std::pair<Affinity, Affinity> twice(std::string_view input, Read read, Write write) {
  const MemoryFile file(input);
  Affinity first = read(file.path());
  const std::string copy = (scratch_folder() / "copy").string();
  write(first, copy);
  return {std::move(first), without_error("an affinity that was written can be read", [&] { return read(copy); })};
}

void directed(std::string_view input, Read read, Write write) {
  const auto [first, second] = twice(input, read, write);
  require(same(first, second), "a directed affinity survives its file");
}

/// Graph files have no directions, loops and edges of weight 0 after they are written.
void undirected(std::string_view input, Read read, Write write) {
  const auto [first, second] = twice(input, read, write);
  require(same(formats::both_directions(first), formats::both_directions(second)),
          "an undirected affinity survives its file");
}

}  // namespace

void matrix_market(std::string_view input) {
  directed(input, formats::read_matrix_market, formats::write_matrix_market);
}
void metis(std::string_view input) { undirected(input, formats::read_metis, formats::write_metis); }
void scotch(std::string_view input) { undirected(input, formats::read_scotch_graph, formats::write_scotch_graph); }
void dense_text(std::string_view input) { directed(input, formats::read_dense_text, formats::write_dense_text); }
void csv(std::string_view input) { directed(input, formats::read_csv, formats::write_csv); }

void coordinates(std::string_view input) {
  constexpr std::uint64_t kRoles = 3;
  const MemoryFile file(input);
  for (const std::vector<double>& dimension : formats::read_coordinates(file.path(), kRoles)) {
    require(dimension.size() == kRoles, "every role has a coordinate");
    require(std::all_of(dimension.begin(), dimension.end(), [](double x) { return std::isfinite(x); }),
            "coordinates are finite");
  }
}

}  // namespace topomorph::fuzz
