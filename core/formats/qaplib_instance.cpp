// Reads QAPLIB instances (quadratic assignment problems): two dense matrices in a file.
#include "core/formats/qaplib_instance.h"

#include "core/base/error.h"
#include "core/formats/formats.h"
#include "core/formats/number_stream.h"

namespace topomorph::formats::qaplib {

namespace {

using Matrix = std::vector<std::uint64_t>;

Matrix read_matrix(NumberStream& text, std::uint64_t size) {
  Matrix matrix;  // grows with the file's content, not with the size it claims
  for (std::uint64_t i = 0; i < size * size; ++i) matrix.push_back(text.number("a number of a matrix"));
  return matrix;
}

bool can_be_distances(const Matrix& matrix, std::uint64_t size) {
  for (std::uint64_t i = 0; i < size; ++i) {
    if (matrix[i * size + i] != 0) return false;
    for (std::uint64_t j = 0; j < i; ++j) {
      if (matrix[i * size + j] != matrix[j * size + i]) return false;
    }
  }
  return true;
}

std::uint64_t hops(std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; }

bool is_grid(const Matrix& matrix, std::uint64_t size, std::uint64_t columns) {
  for (std::uint64_t i = 0; i < size; ++i) {
    for (std::uint64_t j = 0; j < size; ++j) {
      if (matrix[i * size + j] != hops(i % columns, j % columns) + hops(i / columns, j / columns)) return false;
    }
  }
  return true;
}

/// Returns the columns of the grid that has these distances; 0 if there is none. The first row ends where the distance
/// from the first corner falls.
std::uint64_t grid_columns(const Matrix& matrix, std::uint64_t size) {
  std::uint64_t columns = 1;
  while (columns < size && matrix[columns] == columns) ++columns;
  return size % columns == 0 && is_grid(matrix, size, columns) ? columns : 0;
}

}  // namespace

Instance read_instance(const std::string& path) {
  NumberStream text(path);
  Instance instance;
  instance.size = text.number("the size of an instance of QAPLIB", 1, kMostLocations);
  Matrix first = read_matrix(text, instance.size), second = read_matrix(text, instance.size);
  text.expect_end();
  instance.columns = grid_columns(first, instance.size);
  const bool is_first_grid = instance.columns > 0;
  if (!is_first_grid) instance.columns = grid_columns(second, instance.size);
  const bool takes_second = !is_first_grid && can_be_distances(second, instance.size);
  if (!takes_second && !can_be_distances(first, instance.size)) {
    throw InputError(path, 0,
                     "found no matrix of distances, expected one that is symmetric with zeros in its diagonal");
  }
  instance.flows = takes_second ? std::move(first) : second;
  instance.distances = takes_second ? std::move(second) : first;
  return instance;
}

}  // namespace topomorph::formats::qaplib

namespace topomorph::formats {

Affinity read_qaplib_flows(const std::string& path) {
  const qaplib::Instance instance = qaplib::read_instance(path);
  std::vector<Traffic> traffic;
  for (Role i = 0; i < instance.size; ++i) {
    for (Role j = 0; j < instance.size; ++j) {
      const std::uint64_t flow = instance.flows[i * instance.size + j];
      if (flow > 0) traffic.push_back({i, j, flow, flow});
    }
  }
  return build_affinity(path, instance.size, std::move(traffic));
}

}  // namespace topomorph::formats
