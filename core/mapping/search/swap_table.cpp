// The change of cost of every exchange of two vertices, kept up to date.
#include "core/mapping/search/swap_table.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace topomorph::mapping {

namespace {

template <typename Real>
constexpr Real kHidden = std::numeric_limits<Real>::infinity();

/// A vector of 16 bytes, which every x86-64 and every 64-bit ARM has.
template <typename Real>
struct Lanes;
template <>
struct Lanes<float> {
  using Type [[gnu::vector_size(16)]] = float;
};
template <>
struct Lanes<double> {
  using Type [[gnu::vector_size(16)]] = double;
};

template <typename Real>
constexpr std::size_t kLanes = 16 / sizeof(Real);
template <typename Real>
constexpr std::size_t kBlock =
    2 * kLanes<Real>;  // two vectors: two chains of instructions that do not wait for each other

template <typename Real>
typename Lanes<Real>::Type load(const Real* from) {
  typename Lanes<Real>::Type lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <typename Real>
void store_lanes(Real* to, typename Lanes<Real>::Type lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

template <typename Real>
std::vector<Real> copied(const std::vector<std::int64_t>& table, std::size_t size, std::size_t stride) {
  std::vector<Real> rows(size * stride, Real{0});
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) rows[i * stride + j] = static_cast<Real>(table[i * size + j]);
  }
  return rows;
}

/// Computes row[j] += factor * (a[j] - b[j]).
template <typename Real>
void add_difference(Real* row, Real factor, const Real* a, const Real* b, std::size_t stride) {
  for (std::size_t j = 0; j < stride; j += kLanes<Real>) {
    store_lanes(row + j, load(row + j) + factor * (load(a + j) - load(b + j)));
  }
}

}  // namespace

template <typename Real>
SwapTable<Real>::SwapTable(const DenseProblem& problem)
    : problem_(problem),
      stride_((problem.size + kBlock<Real> - 1) / kBlock<Real> * kBlock<Real>),
      weight_(copied<Real>(problem.weight, problem.size, stride_)),
      distance_(copied<Real>(problem.distance, problem.size, stride_)),
      cost_(problem.movable * stride_),
      change_(problem.movable * stride_),
      least_(problem.movable),
      pull_(stride_, Real{0}),
      shift_(stride_, Real{0}) {}

template <typename Real>
void SwapTable<Real>::set(const std::vector<Vertex>& slot_of) {
  slot_of_ = slot_of;
  fill_costs();
  std::fill(change_.begin(), change_.end(), kHidden<Real>);
  for (Vertex u = 0; u < problem_.movable; ++u) {
    Real* row = change_.data() + u * stride_;
    for (Vertex v = u + 1; v < problem_.columns; ++v) row[v] = change_of(u, v);
    least_[u] = *std::min_element(row, row + stride_);
  }
}

template <typename Real>
void SwapTable<Real>::fill_costs() {
  std::fill(cost_.begin(), cost_.end(), Real{0});
  for (Vertex u = 0; u < problem_.movable; ++u) {
    for (Vertex k = 0; k < problem_.size; ++k) {
      if (weight(u, k) == 0) continue;
      const Real* far = distance_.data() + slot_of_[k] * stride_;
      for (std::size_t slot = 0; slot < problem_.size; ++slot) cost_[u * stride_ + slot] += weight(u, k) * far[slot];
    }
  }
}

template <typename Real>
Real SwapTable<Real>::change_of(Vertex u, Vertex v) const {
  const Vertex p = slot_of_[u], q = slot_of_[v];
  const Real of_v = v < problem_.movable ? cost_[v * stride_ + p] : Real{0};
  return cost_[u * stride_ + q] + of_v - own_cost(u) - own_cost(v) + 2 * weight(u, v) * distance(p, q);
}

template <typename Real>
void SwapTable<Real>::exchange(Vertex r, Vertex s) {
  const Vertex from = slot_of_[r], to = slot_of_[s];
  find_shifts(r, s);
  update_costs(from, to);
  std::swap(slot_of_[r], slot_of_[s]);
  hide_column(r), hide_column(s);
  for (Vertex u = 0; u < problem_.movable; ++u) update_row(u);
  make_changes_of(r), make_changes_of(s);
}

/// With pull a = w(x,r) - w(x,s) and shift b = d(x, r's old slot) - d(x, s's old slot), adds (a_u - a_v)(b_u - b_v) to
/// the change of an exchange of two other vertices u and v.
template <typename Real>
void SwapTable<Real>::find_shifts(Vertex r, Vertex s) {
  const Real* at_from = distance_.data() + slot_of_[r] * stride_;
  const Real* at_to = distance_.data() + slot_of_[s] * stride_;
  const Real *of_r = weight_.data() + r * stride_, *of_s = weight_.data() + s * stride_;
  for (Vertex x = 0; x < problem_.columns; ++x) {
    pull_[x] = of_r[x] - of_s[x];
    shift_[x] = at_from[slot_of_[x]] - at_to[slot_of_[x]];
  }
}

template <typename Real>
void SwapTable<Real>::update_costs(Vertex from, Vertex to) {
  for (Vertex u = 0; u < problem_.movable; ++u) {
    if (pull_[u] == 0) continue;
    add_difference(cost_.data() + u * stride_, pull_[u], distance_.data() + to * stride_,
                   distance_.data() + from * stride_, stride_);
  }
}

/// Infinite changes stay infinite until they are computed anew.
template <typename Real>
void SwapTable<Real>::hide_column(Vertex v) {
  for (Vertex u = 0; u < std::min<std::size_t>(v, problem_.movable); ++u) change_[u * stride_ + v] = kHidden<Real>;
}

template <typename Real>
void SwapTable<Real>::update_row(Vertex u) {
  using Pack = typename Lanes<Real>::Type;
  Real* row = change_.data() + u * stride_;
  const Pack pull = Pack{} + pull_[u], shift = Pack{} + shift_[u];
  Pack least[2] = {Pack{} + kHidden<Real>, Pack{} + kHidden<Real>};
  for (std::size_t v = (u + 1) / kBlock<Real> * kBlock<Real>; v < stride_; v += kBlock<Real>) {
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t at = v + half * kLanes<Real>;
      const Pack change = load(row + at) + (pull - load(pull_.data() + at)) * (shift - load(shift_.data() + at));
      store_lanes(row + at, change);
      least[half] = change < least[half] ? change : least[half];
    }
  }
  Real result = kHidden<Real>;
  for (std::size_t lane = 0; lane < kLanes<Real>; ++lane) {
    result = std::min({result, least[0][lane], least[1][lane]});
  }
  least_[u] = result;
}

template <typename Real>
void SwapTable<Real>::make_changes_of(Vertex v) {
  for (Vertex u = 0; u < std::min<std::size_t>(v, problem_.movable); ++u) {
    const Real change = change_of(u, v);
    change_[u * stride_ + v] = change;
    least_[u] = std::min(least_[u], change);
  }
  if (v >= problem_.movable) return;
  least_[v] = kHidden<Real>;
  for (Vertex other = v + 1; other < problem_.columns; ++other) {
    const Real change = change_of(v, other);
    change_[v * stride_ + other] = change;
    least_[v] = std::min(least_[v], change);
  }
}

template class SwapTable<float>;
template class SwapTable<double>;

}  // namespace topomorph::mapping
