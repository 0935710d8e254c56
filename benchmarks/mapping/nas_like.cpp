// Affinities of two of the NAS parallel benchmarks, class C, for any number of roles that is a power of two.
#include "benchmarks/mapping/nas_like.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMostNasRoles = 1 << 24;

void add_pair(Instance& instance, Role a, Role b, std::uint64_t bytes) {
  instance.edges.push_back({std::min(a, b), std::max(a, b), bytes, bytes});
}

Instance begin(std::uint64_t roles, std::uint64_t greeting) {
  if (!std::has_single_bit(roles) || roles > kMostNasRoles) {
    throw InputError(fmt::format("found {} roles, expected a power of two of at most {}", roles, kMostNasRoles));
  }
  Instance instance{roles, {}};
  for (Role role = 1; role < instance.roles; ++role) add_pair(instance, 0, role, greeting);
  return instance;
}

/// Returns the number of rows: the root of the roles, rounded down to a power of two.
std::uint64_t rows_of(std::uint64_t roles) {
  return std::uint64_t{1} << (static_cast<unsigned>(std::countr_zero(roles)) / 2);
}

/// Returns the size of a block if `whole` is cut into `blocks`; the first ones have the rest.
std::uint64_t block(std::uint64_t whole, std::uint64_t blocks, std::uint64_t number) {
  return whole / blocks + (number < whole % blocks ? 1 : 0);
}

/// CG, class C: 75 iterations and one to warm up, of 26 products of the matrix with a vector and 54 sums of one number.
class ConjugateGradient {
 public:
  explicit ConjugateGradient(std::uint64_t roles) : rows_(rows_of(roles)), columns_(roles / rows_) {}

  Instance make() const {
    constexpr std::uint64_t kGreeting = 12;
    Instance instance = begin(rows_ * columns_, kGreeting);
    for (Role role = 0; role < instance.roles; ++role) {
      for (std::uint64_t bit = 1; bit < columns_; bit *= 2) {
        if ((role & bit) == 0) add_pair(instance, role, role + bit, bytes_of_sum(role, bit));
      }
      const Role other = transposed(role);
      if (role < other) add_pair(instance, role, other, kProducts * kDouble * (part(role) + part(other)));
    }
    return instance;
  }

 private:
  static constexpr std::uint64_t kOrder = 150'000, kIterations = 76, kDouble = 8;
  static constexpr std::uint64_t kProducts = kIterations * 26, kSums = kIterations * 54;

  /// Returns the numbers of the vector that a role has after a product: of its row, or of half of it.
  std::uint64_t part(Role role) const {
    const std::uint64_t whole = block(kOrder, rows_, role / columns_);
    return columns_ == rows_ ? whole : (whole + 1 - role % 2) / 2;
  }
  /// Returns the bytes, of both directions, between a role and its partner in a sum along the row.
  std::uint64_t bytes_of_sum(Role role, std::uint64_t bit) const {
    return kDouble * (kProducts * (part(role) + part(role + bit)) + 2 * kSums);
  }
  Role transposed(Role role) const {
    const std::uint64_t step = columns_ / rows_, place = role / step;  // two neighbours move together
    return step * (place % rows_ * rows_ + place / rows_) + role % step;
  }

  std::uint64_t rows_, columns_;
};

/// Returns the bytes, of both directions, over the side of `block` of `blocks` blocks of LU's grid, class C: in each of
/// 251 iterations two sweeps over the planes inside, 5 numbers for each cell inside; 254 times two layers of cells of
/// all planes, 5 numbers for each; and little once, in which the cells at the border of the grid have a plane more.
std::uint64_t bytes_of_side(std::uint64_t blocks, std::uint64_t number) {
  constexpr std::uint64_t kGrid = 162, kDouble = 8, kNumbers = 5, kIterations = 251, kRightHandSides = 254;
  const std::uint64_t cells = block(kGrid, blocks, number);
  const std::uint64_t border = (number == 0 ? 1 : 0) + (number + 1 == blocks ? 1 : 0);
  const std::uint64_t sweeps = kIterations * 2 * kNumbers * (kGrid - 2) * (cells - border);
  const std::uint64_t layers = kRightHandSides * 2 * 2 * kNumbers * kGrid * cells;
  return kDouble * (sweeps + layers + 2 * cells + kGrid * border);
}

}  // namespace

Instance cg_like(std::uint64_t roles) { return ConjugateGradient(roles).make(); }

Instance lu_like(std::uint64_t roles) {
  constexpr std::uint64_t kGreeting = 84, kAlongRow = 32;
  Instance instance = begin(roles, kGreeting);
  const std::uint64_t rows = rows_of(roles), columns = roles / rows;
  for (Role role = 0; role < roles; ++role) {
    const std::uint64_t row = role / columns, column = role % columns;
    if (column + 1 < columns) add_pair(instance, role, role + 1, bytes_of_side(rows, row) + kAlongRow);
    if (row + 1 < rows) add_pair(instance, role, role + columns, bytes_of_side(columns, column));
  }
  return instance;
}

}  // namespace topomorph::benchmarks
