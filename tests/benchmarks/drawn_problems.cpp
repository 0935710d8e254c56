// Mapping problems drawn by number: affinities as topomorph-generate makes them, on every kind of topology.
#include "tests/benchmarks/drawn_problems.h"

#include <array>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "benchmarks/mapping/instances.h"
#include "benchmarks/mapping/nas_like.h"
#include "benchmarks/mapping/noise.h"
#include "benchmarks/mapping/pattern.h"
#include "benchmarks/mapping/program_like.h"
#include "benchmarks/mapping/random.h"
#include "core/formats/affinity_file.h"
#include "core/topology/spec.h"
#include "tests/temporary_folder.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMostRoles = 512;

struct Named {
  std::string name;
  Instance instance;
};

class Draw {
 public:
  explicit Draw(std::uint64_t number) : number_(number), random_(number) {}

  DrawnProblem run() {
    const std::uint64_t family = number_ % kFamilies;
    if (family == 0) return program();
    if (family == 1) return process_grid();
    Named drawn = instance(family);
    DrawnProblem problem;
    problem.affinity_name = std::move(drawn.name);
    problem.affinity = Affinity::from_traffic(drawn.instance.roles, std::move(drawn.instance.edges));
    put_on(problem, problem.affinity.roles());
    return problem;
  }

 private:
  template <std::size_t n>
  std::uint64_t any_of(const std::array<std::uint64_t, n>& choices) {
    return choices[random_.below(n)];
  }

  std::uint64_t some_roles() { return 16 + random_.below(any_of(std::array<std::uint64_t, 3>{49, 113, 497})); }

  /// Draws extents of at most kMostRoles cells.
  std::vector<std::uint64_t> extents(std::size_t axes) {
    std::vector<std::uint64_t> found(axes);
    do {
      for (std::uint64_t& extent : found) extent = 2 + random_.below(axes == 2 ? 31 : 11);
    } while (cells_of(found) > kMostRoles || cells_of(found) < 16);
    return found;
  }

  Named instance(std::uint64_t family) {
    switch (family) {
      case 2:
        return grid(2, false);
      case 3:
        return grid(3, false);
      case 4:
        return grid(2 + random_.below(2), true);
      case 5:
        return relabelled("geometric", random_geometric(some_roles(), 12, 10, number_));
      case 6:
        return relabelled("uniform", uniform(some_roles() / 2, 10, number_));
      case 7: {
        const std::uint64_t edges = any_of(std::array<std::uint64_t, 3>{2, 4, 8});
        return relabelled("rmat", rmat(std::bit_floor(some_roles()), edges, number_),
                          fmt::format(" --edges {}", edges));
      }
      case 8:
        return noisy();
      default:
        return nas(family == 9);
    }
  }

  /// Numbers the roles as topomorph-generate does, in a third of the cases in order.
  Named relabelled(const std::string& kind, Instance made, const std::string& more = "", std::string size = "") {
    const bool ordered = random_.below(3) == 0;
    if (!ordered) relabel(made, random_labels(made.roles, ~number_));
    if (size.empty()) size = std::to_string(made.roles);
    return {fmt::format("{} {}{}{} --seed {}", kind, size, more, ordered ? " --ordered" : "", number_),
            std::move(made)};
  }

  Named grid(std::size_t axes, bool periodic) {
    const std::vector<std::uint64_t> sizes = extents(axes);
    std::vector<std::uint64_t> weights(axes);
    for (std::uint64_t& weight : weights) weight = any_of(std::array<std::uint64_t, 4>{1, 1, 3, 40});
    return relabelled("stencil", stencil(sizes, weights, periodic),
                      fmt::format(" --weights {}{}", fmt::join(weights, ","), periodic ? " --periodic" : ""),
                      fmt::format("{}", fmt::join(sizes, "x")));
  }

  Named noisy() {
    constexpr std::array<const char*, 4> kModels = {"gaussian-additive", "gaussian-multiplicative", "uniform-additive",
                                                    "uniform-multiplicative"};
    const std::array<std::uint64_t, 2> sides = {4 + random_.below(7), 4 + random_.below(9)};
    const std::array<std::uint64_t, 2> weights = {100, 100};
    const Instance exact = stencil(sides, weights);
    const char* const model = kModels[number_ / kFamilies % kModels.size()];
    const double k = number_ / kFamilies % 2 == 0 ? 20 : 0.5;  // additive models come first of each two
    Instance made = with_noise(Affinity::from_traffic(exact.roles, exact.edges), noise_model_named(model), k, number_);
    return {
        fmt::format("stencil {}x{} --weights 100,100 --ordered, then noise --model {} --noise {} --ordered --seed {}",
                    sides[0], sides[1], model, k, number_),
        std::move(made)};
  }

  Named nas(bool cg) {
    const std::uint64_t roles = any_of(std::array<std::uint64_t, 5>{16, 32, 64, 128, 256});
    return relabelled(cg ? "cg" : "lu", cg ? cg_like(roles) : lu_like(roles), "", std::to_string(roles));
  }

  /// Draws the next problem of programs that is small enough, with its tree.
  DrawnProblem program() {
    std::uint64_t next = number_ * 1000;
    ProgramLike drawn = program_like(next, 1);
    while (drawn.instance.roles > kMostRoles) drawn = program_like(++next, 1);
    DrawnProblem problem;
    problem.affinity_name = fmt::format("program {} --seed 1", next);
    problem.topology_name = drawn.topology;
    problem.affinity = Affinity::from_traffic(drawn.instance.roles, std::move(drawn.instance.edges));
    problem.topology = topology::parse_topology(drawn.topology);
    return problem;
  }

  DrawnProblem process_grid() {
    const std::string spec = fmt::format("cart:{}{}", fmt::join(extents(2 + random_.below(2)), "x"),
                                         random_.below(3) == 0 ? ":periodic" : "");
    DrawnProblem problem;
    problem.affinity_name = spec;
    problem.grid = parse_cart_spec(spec);
    problem.affinity = to_affinity(*problem.grid);
    put_on(problem, problem.affinity.roles());
    return problem;
  }

  void put_on(DrawnProblem& problem, std::uint64_t roles) {
    problem.topology_name = topology_for(roles);
    if (problem.topology_name.starts_with("hierarchy:")) {
      const tests::TemporaryFolder folder;
      problem.topology = topology::parse_topology("hierarchy:" + folder.write("unequal.txt", unequal(roles)));
    } else if (problem.topology_name.starts_with("graph:")) {
      const tests::TemporaryFolder folder;
      problem.topology = topology::parse_topology("graph:" + cables(folder, roles));
    } else {
      problem.topology = topology::parse_topology(problem.topology_name);
    }
  }

  /// Returns one of the kinds of topology, in one case of two as small as this kind can be for the roles.
  std::string topology_for(std::uint64_t roles) {
    const std::uint64_t slots = random_.below(2) == 0 ? roles : roles + random_.below(roles / 2);
    const auto over = [&](std::uint64_t each) { return std::max<std::uint64_t>((slots + each - 1) / each, 2); };
    switch (number_ / kFamilies % kKinds) {
      case 0: {
        const std::uint64_t cores = any_of(std::array<std::uint64_t, 5>{4, 6, 8, 12, 16});
        return fmt::format("tree:{}:{}@1:100", cores, over(cores));
      }
      case 1: {
        const std::uint64_t cores = any_of(std::array<std::uint64_t, 4>{2, 4, 6, 8});
        return fmt::format("tree:{}:2:{}@1:10:100", cores, over(2 * cores));
      }
      case 2:
        return "tleaf:4,180,24,90,2,9,2,3,6,1";
      case 3: {
        const std::uint64_t side = any_of(std::array<std::uint64_t, 3>{4, 6, 8});
        return fmt::format("mesh:{}x{}", side, over(side));
      }
      case 4: {
        const std::uint64_t middle = 2 + random_.below(3);
        return fmt::format("torus:4x{}x{}", middle, over(4 * middle));
      }
      case 5:
        return fmt::format("hcub:{}", std::bit_width(slots - 1));
      case 6:
        return fmt::format("dragonfly:{}x4x4", over(16));
      case 7:
        return fmt::format("torus:{}x4+tree:2:3", over(24));
      case 8:
        return "hierarchy: torus of 4 x 4 routers with 1 to 3 hosts";
      default:
        return "graph: mesh of switches with additional cables";
    }
  }

  /// Returns a torus of 4 x 4 routers with one to three hosts of two packages each.
  static std::string unequal(std::uint64_t roles) {
    const std::uint64_t cores = (roles + 61) / 62;
    std::string text = "torus 2 4 1600 4 1600 -1\n";
    for (std::uint64_t router = 0, host = 0; router < 16; ++router) {
      const std::uint64_t hosts = 1 + router % 3;
      text += fmt::format("tree 1 {} 800 -1\n", hosts);
      for (std::uint64_t h = 0; h < hosts; ++h) {
        text += fmt::format("node n{} tree 2 2 20 {} 10 -1\n", host++, std::max<std::uint64_t>(cores, 2));
      }
    }
    return text;
  }

  /// Writes a network of links and returns its file.
  std::string cables(const tests::TemporaryFolder& folder, std::uint64_t roles) {
    const std::array<std::uint64_t, 2> sides = {8, (roles + 7) / 8};
    Instance links = stencil(sides);
    add_links(links, links.roles / 4, 1, number_);
    const std::string file = folder.file("cables.graph");
    formats::write_affinity(Affinity::from_traffic(links.roles, std::move(links.edges)), file);
    return file;
  }

  std::uint64_t number_;
  Random random_;
};

}  // namespace

DrawnProblem drawn_problem(std::uint64_t number) { return Draw(number).run(); }

}  // namespace topomorph::benchmarks
