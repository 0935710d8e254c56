// Mapping problems as programs pose them, drawn at random: shapes, stencils, volumes, noise, numbering and machine.
#include "benchmarks/mapping/program_like.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "benchmarks/mapping/pattern.h"
#include "benchmarks/mapping/random.h"
#include "benchmarks/mapping/tiling.h"
#include "core/evaluation/evaluate.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMostDrawnRoles = 8192, kLeastHosts = 3, kMostHosts = 400;
constexpr std::size_t kTilings = 8;  // tilings of which the one that all traffic prefers counts

class Draw {
 public:
  Draw(std::uint64_t number, std::uint64_t seed) : random_(seed * 1'000'003 + number) {}

  ProgramLike run() {
    const auto axes = any_of(std::array<std::size_t, 10>{1, 2, 2, 2, 3, 3, 3, 3, 3, 4});
    while (!draw_grid(axes) || !draw_machine()) continue;
    draw_stencil();
    Instance instance = traffic_of(pattern_);
    disturb_some(instance);
    if (one_in(9)) join_another(instance);
    add_light_traffic(instance);
    const std::vector<Role> labels = draw_labels(instance.roles);
    relabel(instance, labels);
    ProgramLike result{description(), topology(instance.roles), std::move(instance), {}};
    if (labels.size() == cells_of(pattern_.extents)) result.tiling = tiling_of(result, labels);
    return result;
  }

 private:
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  template <std::size_t n, typename T>
  T any_of(const std::array<T, n>& choices) {
    return choices[random_.below(n)];
  }

  bool draw_grid(std::size_t axes) {
    constexpr std::array<std::uint64_t, 5> kMost = {0, 1000, 72, 20, 8};
    pattern_.extents.clear();
    for (std::size_t a = 0; a < axes; ++a) pattern_.extents.push_back(2 + random_.below(kMost[axes] - 1));
    pattern_.periodic.assign(axes, 0);
    if (one_in(3)) {
      for (char& periodic : pattern_.periodic) periodic = one_in(2) ? 1 : 0;
    }
    return cells_of(pattern_.extents) <= kMostDrawnRoles;
  }

  /// Draws hosts that the grid fills in two cases of three.
  bool draw_machine() {
    cores_ = any_of(std::array<std::uint64_t, 14>{6, 8, 10, 12, 16, 20, 24, 32, 36, 40, 48, 64, 96, 128});
    packages_ = any_of(std::array<std::uint64_t, 5>{1, 2, 2, 4, 8});
    const std::uint64_t cells = cells_of(pattern_.extents), hosts = (cells + cores_ - 1) / cores_;
    if (cores_ % packages_ != 0 || cores_ == packages_ || hosts < kLeastHosts || hosts > kMostHosts) return false;
    return cells % cores_ == 0 || one_in(16);
  }

  void draw_stencil() {
    const std::size_t axes = pattern_.extents.size();
    constexpr std::array<std::array<int, 5>, 5> kPoints = {
        {{}, {3, 3, 5, 3, 5}, {5, 9, 9, 13, 25}, {7, 27, 27, 19, 13}, {9, 9, 9, 9, 9}}};
    points_ = any_of(kPoints[axes]);
    if (axes == 3 && one_in(12)) points_ = 25;
    constexpr std::array<std::array<double, 3>, 5> kKinds = {
        {{1000, 20, 1}, {1000, 20, 1}, {1000, 100, 10}, {100, 100, 100}, {40000, 900, 24}}};
    by_kind_ = any_of(kKinds);
    by_axis_.assign(axes, 1);
    if (one_in(2)) {
      for (double& factor : by_axis_) factor = any_of(std::array<double, 5>{1, 1, 2, 3, 0.25});
    }
    pattern_.arms = arms_of(axes, points_, by_kind_, by_axis_);
  }

  void disturb_some(Instance& instance) {
    if (one_in(4)) {
      const double width = any_of(std::array<double, 3>{0.05, 0.2, 0.5});
      const double dropped = any_of(std::array<double, 3>{0, 0.01, 0.05});
      disturb(instance, width, dropped, random_.below(1 << 30));
      noise_ += fmt::format(", volumes +-{:.0f} %, {:.0f} % missing", width * 100, dropped * 100);
    }
  }

  /// Appends a second grid of another length, as programs with several blocks have it, joined along one face.
  void join_another(Instance& instance) {
    Pattern other = pattern_;
    other.extents[0] = 1 + random_.below(2 * other.extents[0]);
    const std::uint64_t before = instance.roles, face = instance.roles / pattern_.extents[0];
    append(instance, traffic_of(other));
    const auto volume = static_cast<std::uint64_t>(by_kind_[0]);
    for (Role cell = 0; cell < face; ++cell) {
      instance.edges.push_back({before - face + cell, before + cell, volume, volume});
    }
    noise_ += fmt::format(", joined to {}", fmt::join(other.extents, "x"));
  }

  void add_light_traffic(Instance& instance) {
    const auto light = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(by_kind_[0]) / 1000);
    switch (random_.below(8)) {
      case 0:
      case 1:
        add_doubling(instance, light), noise_ += ", recursive doubling";
        break;
      case 2:
        add_master(instance, light * 5), noise_ += ", a master";
        break;
      case 3:
        add_links(instance, instance.roles / 10, light * 50, random_.below(1 << 30)), noise_ += ", long links";
        break;
      default:
        break;
    }
  }

  std::vector<Role> draw_labels(std::uint64_t roles) {
    std::vector<Role> labels(roles);
    std::iota(labels.begin(), labels.end(), Role{0});
    const std::uint64_t kind = random_.below(10), cells = cells_of(pattern_.extents);
    if (kind < 3) {
      labels = random_labels(roles, random_.below(1 << 30));
      numbering_ = "random";
    } else if (kind == 3 && roles == cells && pattern_.extents.size() > 1) {
      for (std::uint64_t cell = 0; cell < cells; ++cell) labels[cell] = first_axis_fastest(cell);
      numbering_ = "first axis fastest";
    }
    return labels;
  }

  Role first_axis_fastest(std::uint64_t cell) const {
    Role label = 0;
    for (std::size_t a = pattern_.extents.size(); a-- > 0;) {
      label = label * pattern_.extents[a] + cell % pattern_.extents[a];
      cell /= pattern_.extents[a];
    }
    return label;
  }

  std::string topology(std::uint64_t roles) const {
    const std::uint64_t hosts = (roles + cores_ - 1) / cores_;
    if (packages_ == 1) return fmt::format("tree:{}:{}@1:100", cores_, hosts);
    return fmt::format("tree:{}:{}:{}@1:10:100", cores_ / packages_, packages_, hosts);
  }

  std::string description() const {
    std::string periodic;
    for (std::size_t a = 0; a < pattern_.periodic.size(); ++a) periodic += pattern_.periodic[a] ? "p" : "-";
    return fmt::format("{}, {} points ({:g}:{:g}:{:g} by {:g}){}{}{}", fmt::join(pattern_.extents, "x"), points_,
                       by_kind_[0], by_kind_[1], by_kind_[2], fmt::join(by_axis_, ":"),
                       periodic.find('p') != std::string::npos ? ", periodic " + periodic : "", noise_,
                       numbering_.empty() ? "" : ", numbered " + numbering_);
  }

  std::optional<Mapping> tiling_of(const ProgramLike& problem, const std::vector<Role>& labels) const {
    const auto tree = topology::parse_topology(problem.topology);
    const Affinity affinity = Affinity::from_traffic(problem.instance.roles, problem.instance.edges);
    std::optional<Mapping> best;
    Cost least = 0;
    for (const Tiling& tiling : best_tilings(pattern_, *as_tree(*tree), kTilings)) {
      Mapping mapping(labels.size());
      for (std::uint64_t cell = 0; cell < labels.size(); ++cell) mapping[labels[cell]] = tiling.slot_of_cell[cell];
      const Cost cost = evaluation::evaluate(affinity, *tree, mapping).hop_bytes;
      if (!best || cost < least) best = std::move(mapping), least = cost;
    }
    return best;
  }

  Random random_;
  Pattern pattern_;
  int points_ = 0;
  std::array<double, 3> by_kind_{};
  std::vector<double> by_axis_;
  std::uint64_t cores_ = 0, packages_ = 0;
  std::string noise_, numbering_;
};

}  // namespace

ProgramLike program_like(std::uint64_t number, std::uint64_t seed) { return Draw(number, seed).run(); }

}  // namespace topomorph::benchmarks
