// Every threshold and budget of the mapping algorithms by component, with the measurement or reason that set it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/mapping/map.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

struct Problem;
struct RegisteredAlgorithm;

// A value that depends on the preset stands in presets.cpp, behind a function. All others are constants, so that inner
// loops pay nothing. "Not measured" means that no measurement is known: such a value may be changed without regret.
// Bounds of number formats (sums that fit 53, 62 or 63 bits) are no parameters; they stand beside the numbers.

/// How much work a multilevel bisection, or a partition made of bisections, may be.
struct Effort {
  int cycles = 3;  ///< multilevel cycles; the best counts
  int starts = 6;  ///< starting bisections of the coarsest graph in each cycle
  int passes = 8;  ///< of refinement on each level, at most
  int recuts = 0;  ///< in a partition, per part: how often a cluster of neighbouring parts is cut anew, at most
};

/// An annealing. Temperatures are shares of what one role's edges cost on average.
struct Cooling {
  double start = 0.1, end = 0.002;
  std::uint64_t work = 0;  ///< edges looked at, in all
};

// ---------------------------------------------------------------------------------------------- portfolio (all kinds)

inline constexpr struct PortfolioParameters {
  double seconds_of_best = 10;            ///< limit of preset best without --time-limit: it would never end
  std::uint64_t compact_roles = 4096;     ///< up to here compact slots are tried too; beyond, minutes. Not measured
  double seconds_per_try_of_default = 2;  ///< of the limit, for each seed of preset default that best begins with
  double most_tries_of_default = 50;      ///< one try takes less than half a second
  double share_before_relief = 0.6;       ///< of the time limit; relief of busy links works on what was found by then
  /// "random" draws slots singly where there are more in all and for each role: no list of all is made.
  std::uint64_t drawn_slots = 1 << 20, drawn_slots_per_role = 16;
  std::uint64_t seed_stride = 1000003;  ///< between the seeds of two runs; a prime, so that streams do not meet
} kPortfolio{};

// --------------------------------------------------------------------------------------------------------- multilevel

inline constexpr struct BisectionParameters {
  int enough = 2;             ///< times that the same cut is found, after which no other is looked for (log: dd49b33)
  std::size_t coarsest = 48;  ///< vertices: small enough to grow many starts, large enough to show the shape
  /// Moves without a new best that end a pass: least + vertices / divisor, most_patience at most. Deep enough to climb
  /// a hill, far from the whole graph, of which half the moves lead to the mirror image (log: dd49b33).
  std::size_t most_patience = 150, least_patience = 5, patience_divisor = 8;
  /// Moves from which on the outlook counts, and alpha of Osipov and Sanders 2010, n-level graph partitioning.
  double outlook_moves = 5, outlook_alpha = 3;
} kBisection{};

inline constexpr struct PartitionParameters {
  int rounds = 4;                       ///< over all pairs of parts, at most. Not measured
  std::size_t cluster = 4;              ///< parts that are cut anew together. Not measured
  std::size_t parts_per_cluster = 16;   ///< one in so many parts begins a cluster of a batch. Not measured
  double shapeless = 0.67;              ///< share of weight that is cut; above it other cuts are hardly better (R-MAT)
  std::size_t heaviest_pairs = 12;      ///< of a part: lighter ones hardly improve; power-law graphs pair all parts
  std::size_t threads_vertices = 4096;  ///< with fewer, waking threads costs more than they save
  Effort recut = {.cycles = 1, .starts = 2, .passes = 4};  ///< one of many tries. Not measured
} kPartition{};

// -------------------------------------------------------------------------------------------------------------- trees

inline constexpr struct TreeParameters {
  std::size_t exact_slots = 12;  ///< up to here all layouts are looked at, within the budget of the preset
  std::size_t very_small = 256;  ///< slots: a cut takes less than a millisecond, so there are several
  std::size_t small = 4096;      ///< slots: rounds and perturbation fit a second (log: 114631e)
  std::size_t moderate = 1024;   ///< slots: a round takes some 15 ms
  std::size_t many = 200'000;    ///< slots: minutes matter; grouping and the last cycles bring little
  double promising = 1.3;        ///< starts that cost more times the best are not refined (log: dd49b33)
  double kicks_per_slot = 0.25;  ///< of the perturbation after the rounds: 0.7 to 1.8 % less cost (log: 114631e)
  Effort round = {3, 6, 8, 3};   ///< of a round that begins with the best layout (log: 8edcc48)
  double tight_tiling = 1.1;     ///< cost of boxes over the most compact shapes: below, nothing else is tried
  std::size_t most_axes = 12;    ///< neighbours of a grid's corner: more is no grid that anybody uses
} kTree{};

inline constexpr struct SwapParameters {
  std::size_t neighbours = 24;        ///< heaviest edges of a vertex that are followed: a cap for hubs
  std::size_t region = 64;            ///< slots: the largest node of at most this size around a neighbour is searched
  std::size_t edges_per_change = 16;  ///< a vertex with more edges waits for more changes: R-MAT 7 times faster
  int evaluations = 3;                ///< gains computed for one lowest node: the vertices there are much alike
  std::uint64_t largest_kick = 4;     ///< swaps: more are seldom repaired
} kSwaps{};

/// Preset best on trees. Seconds are what a round costs, measured on one core of an AMD EPYC of 2024 and doubled at
/// least: slower and busier machines do all of the work too, or the clock ends it, and the result depends on them.
inline constexpr struct EvolutionParameters {
  std::size_t members = 4;  ///< Not measured
  int rounds_of_age = 6;    ///< after which the worst member is replaced by the best. Not measured
  Effort first = {3, 6, 8, 4};
  Effort later = {3, 6, 8, 3};
  double kicks_per_vertex = 0.5;
  double seconds_per_edge = 12e-6;  ///< and round, to cut anew and refine
  double seconds_per_slot = 200e-6;
  double seconds_per_kick = 30e-6;
  std::size_t few_slots = 32;     ///< up to here the search ends after
  int rounds_without_gain = 200;  ///< so many: no surprise is left (log: 9facfeb)
} kEvolution{};

// ----------------------------------------------------------------------------------------------------------- networks

inline constexpr struct NetworkParameters {
  std::size_t small = 4096;        ///< roles: baselines are starts too, efforts are larger
  std::size_t moderate = 1024;     ///< roles: Scotch on the graph of the whole machine takes 0.1 s
  std::size_t dense_edges = 4000;  ///< of few roles: each descent takes long, tabu search does not (log: 7de25b5)
  std::uint64_t compact_slots = 1 << 16;       ///< above, baselines get compact slots: of all they took gigabytes
  std::uint64_t slots_per_role = 4;            ///< of these compact slots
  std::uint64_t most_slots = 1 << 18;          ///< above, no baselines: a curve through all slots takes time and memory
  double promising = 1.4;                      ///< a start that costs more times the best is not refined (log: 2dadf24)
  double promising_of_small = 2.5;             ///< the same of up to `small` roles
  std::uint64_t work_per_second = 60'000'000;  ///< edges; a machine of 2024 looks at more than twice as many
} kNetwork{};

/// Which slots the mapper for networks looks at.
inline constexpr struct RegionParameters {
  std::uint64_t most_on_grid = 1 << 18;  ///< slots; the neighbours of so many take 32 MB
  std::uint64_t most_elsewhere = 4096;   ///< slots whose distances do not come from coordinates
  std::uint64_t slots_per_role = 4;      ///< room to move, where there are more roles
  /// On grids of more than `very_many` slots few roles get only so many slots, or `room_on_grid` for each role: finding
  /// the neighbours of most_on_grid slots takes seconds.
  std::uint64_t very_many = 1 << 20, few_on_grid = 1 << 14, room_on_grid = 64;
  std::uint64_t centres = 16;              ///< tried; each costs a look at all slots
  std::uint64_t many = 1 << 16;            ///< slots: with more, fewer centres are tried
  std::uint64_t centres_of_many = 2;       ///< (log: 2dadf24)
  std::uint64_t most_looked_at = 1 << 20;  ///< slots; of more only a part around each centre (log: a32c4da)
  std::uint64_t looked_at_per_slot = 8;    ///< of that part: in space a ball fills a sixth of its box
} kRegion{};

inline constexpr struct MetricParameters {
  std::size_t table = 1024;            ///< slots with a table of 32 bits: 4 MB
  std::size_t large_table = 4096;      ///< slots with a table of 16 bits: 32 MB. Half the CPU time (log: 8edcc48)
  std::uint64_t most_asked = 1 << 22;  ///< slots, above which one in so many gives the largest distance
  std::size_t near = 32;               ///< nearest slots that are kept of each
  std::size_t window = 64;             ///< before and after, above large_table: near numbers stand for near slots
} kMetric{};

inline constexpr struct DescentParameters {
  std::size_t few_slots = 128;       ///< up to here all slots are candidates
  std::size_t followed = 16;         ///< heaviest edges of a role: a cap for hubs
  std::size_t edges_per_change = 8;  ///< a role with more edges waits for more changes
  std::size_t slots_in_part = 1024;  ///< tried for a confined role that is outside its part. Not measured
} kDescent{};

inline constexpr struct AnnealingParameters {
  EdgeWeight light = 32;                 ///< edges lighter than a role's heaviest by this factor lead nowhere
  std::uint64_t stray = 8;               ///< one move in so many goes anywhere
  int chances = 4096;                    ///< between 0 and 1 that are told apart: logarithms from a table
  std::uint64_t work_of_step = 1 << 14;  ///< edges looked at between two changes of the temperature
} kAnnealing{};

inline constexpr struct EmbeddingParameters {
  EdgeWeight light = 64;                 ///< edges lighter than the heaviest by this factor are not the grid's
  std::uint64_t most_work = 20'000'000;  ///< edges looked at, for all ways to share out the dimensions: some 0.1 s
  std::uint64_t most_shares = 1 << 20;   ///< ways that are tried. Not measured
  std::size_t asked_slots = 16;          ///< that stand for a set of slots, where its centre is looked for
} kEmbedding{};

/// One annealing of several: of the cheapest start, the second, ...
struct AnnealingRun {
  std::size_t start = 0;
  Cooling cooling;
};

/// Annealing after descent on networks. The hot runs find other local optima than the start is in, the cool ones
/// repair it. With many free slots around few roles most of the gain lies in a narrow range.
inline constexpr std::array<AnnealingRun, 4> kNetworkRuns = {
    {{0, {0.1, 0.01}}, {0, {0.3, 0.02}}, {0, {0.04, 0.005}}, {1, {0.1, 0.01}}}};
inline constexpr std::array<AnnealingRun, 4> kNetworkRunsWithChoice = {
    {{0, {0.15, 0.05}}, {0, {0.12, 0.06}}, {1, {0.12, 0.05}}, {0, {0.25, 0.02}}}};

/// Annealing of few roles on trees, in rounds: without a gain after the probes there are no others (8 ms; log:
/// f1863cc).
inline constexpr struct WindowParameters {
  std::size_t slots = 256;     ///< around the first start: those of a table of a megabyte
  std::size_t least_runs = 6;  ///< of a round; the cheapest starts have several
  std::size_t probes = 2;      ///< rounds
  std::array<std::uint64_t, 4> work = {400'000, 600'000, 1'500'000, 1'500'000};  ///< edges in a run, some 5 ns each
  std::array<std::uint64_t, 4> work_per_edge = {1000, 1500, 4000, 4000};
  std::array<Cooling, 4> runs = {{{0.1, 0.01}, {0.3, 0.02}, {0.15, 0.05}, {0.04, 0.005}}};
} kWindow{};

// ---------------------------------------------------------------------------------------------- quadratic assignment

inline constexpr struct QapParameters {
  std::size_t most_roles = 256;               ///< at this size all tables of a search take 3 MB
  std::size_t slots_per_role = 4;             ///< of the window, where there are more slots. Not measured
  std::size_t least_slots = 64;               ///< of the window
  int windows = 3;                            ///< each around what was found in the last
  std::uint64_t many_slots = 1 << 17;         ///< beyond, slots with close numbers stand for close slots:
  std::uint64_t reach = 512;                  ///< those within so many numbers
  std::uint64_t distances = 1 << 20;          ///< asked for to choose a window, roughly
  std::size_t members = 16;                   ///< of a population
  std::size_t children = 4;                   ///< of a generation: what threads can share out
  std::uint64_t iterations_per_vertex = 20;   ///< of one search
  std::size_t generations_without_gain = 40;  ///< then a new population begins
  std::size_t few_vertices = 36;              ///< up to here the search ends after
  std::size_t ages_without_gain = 3;          ///< so many populations
  std::uint32_t clock_every = 64;             ///< iterations
  double seconds_per_iteration = 600e-9;      ///< measured on one core of an AMD EPYC of 2024 and doubled
  double seconds_per_change = 0.75e-9;        ///< the same; vertices that move x vertices that they may exchange with
  double share_of_limit = 0.8;                ///< of preset best: other components have found the starts
} kQap{};

// -------------------------------------------------------------------------------- several roles on a slot, free slots

inline constexpr struct CapacitatedParameters {
  std::size_t exact_roles = 12;          ///< up to here all assignments are looked at, within the budget
  std::uint64_t exact_budget = 300'000;  ///< partial assignments, some 10 ns each
  std::uint64_t many_on_a_slot = 8;      ///< roles: parts are cut, places are not given (log: 114680d, 15 to 20 %)
  std::uint64_t most_places = 1 << 22;   ///< of the tree with a level of places: memory
  std::size_t many_roles = 50'000;       ///< exchanges of single roles no longer pay
  double seconds_per_edge = 100e-6;      ///< of a try of preset best, as in kEvolution
  double seconds_per_role = 100e-6;
  double seconds_per_slot = 1e-3;
  std::uint64_t tries_without_gain = 100;  ///< after which preset best ends
  /// With more free slots in all and for each role nobody looks at them: each takes 60 bytes.
  std::uint64_t free_slots = 1 << 22, free_slots_per_role = 16;
  double usual_imbalance = 0.03;  ///< where several roles share a slot and --imbalance is not given
  std::size_t neighbours = 16;    ///< heaviest edges that exchanges follow
  std::size_t region = 32;        ///< slots: the largest node of at most this size is searched
  std::size_t partners = 16;      ///< roles of one slot to exchange places with
  double top_share = 0.8;         ///< of the imbalance for nodes above the slots: volume there costs most
  /// Vertices looked at, and moved at most, on a level: about the same for all levels, since small graphs cost little
  /// and no later level finds what a coarse one misses.
  double visits = 3e5, steps = 2e6, most_passes = 10, least_patience = 15, most_patience = 200;
  /// A hub has so many edges, and so many times the mean. Waking hubs took most of the time of R-MAT (log: ed34661).
  std::size_t least_hub = 64, hubs_of_mean = 8;
  std::size_t parts_tried = 12;    ///< of those that a vertex has edges to
  std::size_t woken_at_once = 64;  ///< neighbours of a hub that a move wakes
} kCapacitated{};

// --------------------------------------------------------------------------------------------------------- bottleneck

inline constexpr struct ReliefParameters {
  std::size_t tree_movers = 64;        ///< roles tried of the busiest node of a tree. Not measured
  std::size_t tree_partners = 256;     ///< slots tried for each. Not measured
  int tree_rounds = 1000;              ///< exchanges at most. Not measured
  std::size_t links = 32;              ///< relieved before the traffic is looked at again as a whole
  std::size_t movers = 32;             ///< roles told of those that use a link
  std::size_t partners = 128;          ///< slots tried for each
  double first_step = 0.03;            ///< of the badness, that the search may go back at its beginning
  double share_of_total = 0.05;        ///< weight of the sum of all loads against the busiest (log: cc22be0)
  std::uint64_t walked_per_look = 16;  ///< trials walk so many times what a look at all traffic does (log: 5807d77)
  std::uint64_t steps_of_route = 4;    ///< links' worth of work to find a route, whatever its length
  std::uint64_t most_links = 1 << 24;  ///< looked at for their speed; of more one in so many (log: 3b561bd)
} kRelief{};

// ------------------------------------------------------------------------------------------------- Scotch, Cartesian

inline constexpr struct ScotchParameters {
  std::uint64_t most_slots = 1 << 20;    ///< of an architecture whose distances Scotch computes
  std::uint64_t most_in_table = 1024;    ///< of one that is a table of all pairs: seconds beyond
  std::uint64_t most_edges = 1'000'000;  ///< with more, light edges are left out
  double sparse_factor = 0.5;            ///< up to here the cost does not grow [Jeannot 2022, sec. 5.1]
  double imbalance = 0.01;               ///< that Scotch is allowed. Not measured
  std::size_t repair_slots = 64;         ///< tried for each role of an overfull slot. Not measured
} kScotch{};

inline constexpr struct CartesianParameters {
  std::uint64_t most_work = 25'000'000;        ///< cuts tried and edges counted: about half a second
  std::uint64_t most_wide_fills = 10'000'000;  ///< edges counted; then wide layers are filled only as a last resort
  std::size_t many_hosts = 256;                ///< a box of more is cut near its middle only, because cuts far from it
  int cuts_of_many_hosts = 8;                  ///< hardly ever win: at so many places of each dimension
  std::int64_t many_cells = 100'000;           ///< of which every strip walk costs milliseconds
} kCartesian{};

// Baselines keep the parameters of their papers in their own files: they are what makes a baseline comparable.

// ------------------------------------------------------------------------------------------- what presets.cpp decides

/// Budget of partial layouts of the exact search on trees, some 10 ns each.
std::uint64_t exact_budget(Preset preset);

/// So many assignments of one constructor.
struct Start {
  std::string_view constructor;  ///< a name in components.cpp
  std::uint64_t count = 1;
};

/// What a search on one instance runs, in this order, and the parameters of its components.
struct SearchPlan {
  std::vector<Start> starts;
  std::vector<std::string_view> refiners;  ///< names in components.cpp
  double promising = 0;                    ///< starts that cost more times the best are dropped; 0: none is
  std::size_t refined = ~std::size_t{0};   ///< starts that go on, at most; with `promising` only
  Effort effort = {};                      ///< of multisection and bisection
  int recuts = 0;                          ///< cuts that begin with the best, until one is without gain
  std::size_t annealings = 0;
  /// Edges looked at by each annealing, some 5 ns each. Work is counted, not timed: the result is the same on every
  /// machine.
  std::uint64_t work = 0;
};

/// On a tree with so many slots that are looked at.
SearchPlan tree_plan(Preset preset, std::size_t slots);

/// What the plan for networks depends on, beside the options.
struct NetworkFacts {
  std::uint64_t roles = 0, slots = 0;
  std::size_t edges = 0;
  bool has_machines = false;  ///< a machine with several slots in each place
};
SearchPlan network_plan(const MapOptions& options, const NetworkFacts& facts);

/// What the multilevel algorithm for many roles on a slot does.
struct CapacitatedPlan {
  Effort first = {8, 10, 10};           ///< of the bisections of the coarsest graph: what is lost here is lost
  Effort below = {1, 4, 6};             ///< of the later ones
  int starts = 2;                       ///< first partitions into the root's children; the best goes on
  std::size_t vertices_per_part = 300;  ///< before a part is cut into smaller ones
  int least_passes = 3;                 ///< of refinement on the finest level; small graphs get more
  double searches = 1;                  ///< how far a search goes, against the usual
};
CapacitatedPlan capacitated_plan(Preset preset);

/// What the portfolio runs beside the chosen algorithm, for one role on a slot.
struct PortfolioPlan {
  bool known_orders = false;   ///< the launcher's order and the identity
  bool cartesian = false;      ///< all algorithms for grids
  bool compact_slots = false;  ///< the mapper for trees, on compact slots
  bool free_slots = false;     ///< moves to free slots, from the best
  bool annealing = false;      ///< from all mappings found; then networks, if it gains and no slot is free
  bool tabu = false;           ///< from all mappings found
};
PortfolioPlan portfolio_plan(const Problem& problem, const RegisteredAlgorithm& chosen);

/// How many seeds of preset default preset best begins with.
std::uint64_t tries_of_default(const Problem& problem);

/// Seconds of work of a tabu search; the clock takes half as much.
double seconds_of_tabu_search(const MapOptions& options);

/// Links that the relief of busy links walks in all, about 10 ns each.
std::uint64_t work_of_relief(Preset preset);

/// Seconds that the options give preset best.
inline double seconds_of_best(const MapOptions& options) {
  return options.time_limit.value_or(kPortfolio.seconds_of_best);
}

}  // namespace topomorph::mapping
