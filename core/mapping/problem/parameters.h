// Every threshold and budget of the mapping algorithms by component, with the measurement or reason that set it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace topomorph::mapping {

// A value that depends on the preset stands in presets.cpp, behind a function. All others are constants, so that inner
// loops pay nothing. "(log: HASH)" names the commit with the measurement. "Not measured" means that no measurement is
// known: change such a value as soon as a measurement suggests another.
// Bounds of number formats (sums that fit 53, 62 or 63 bits) are no parameters; they stand beside the numbers.

/// Bounds of the work of a multilevel bisection, or of a partition made of bisections.
struct Effort {
  int cycles = 3;  ///< multilevel cycles; the best counts
  int starts = 6;  ///< starting bisections of the coarsest graph in each cycle
  int passes = 8;  ///< passes of refinement on each level, at most
  int recuts = 0;  ///< in a partition, per part: how often a cluster of neighbouring parts is cut anew, at most
};

/// The schedule of an annealing. Temperatures are shares of the mean cost of one role's edges.
struct Cooling {
  double start = 0.1, end = 0.002;
  std::uint64_t work = 0;  ///< number of edges looked at
};

// ---------------------------------------------------------------------------------------------- portfolio (all kinds)

inline constexpr struct PortfolioParameters {
  double seconds_of_best = 10;  ///< limit of preset best without --time-limit, because it would never end
  /// Largest problem that is also mapped to compact slots; more take minutes. Not measured.
  std::uint64_t compact_roles = 4096;
  std::uint64_t most_after_fast = 4096;  ///< roles, up to which preset default also runs preset fast: a third more time
  double room_after_fast =
      1.1;  ///< slots for each role of a tree, from which on it does so: the rest of a host is little
  double room_for_compact = 1.1;  ///< slots of the hosts in use, for each role, that make compact slots worth a try
  /// Seconds of the limit for each seed of preset default that best begins with.
  double seconds_per_try_of_default = 2;
  double most_tries_of_default = 50;  ///< one try takes less than half a second
  double share_before_relief = 0.6;  ///< share of the time limit for the mapping that the relief of busy links improves
  /// Above both bounds "random" draws slots one by one instead of listing all slots.
  std::uint64_t drawn_slots = 1 << 20, drawn_slots_per_role = 16;
  /// Between the seeds of two runs; a prime, so that random streams do not coincide.
  std::uint64_t seed_stride = 1000003;
} kPortfolio{};

// --------------------------------------------------------------------------------------------------------- multilevel

inline constexpr struct BisectionParameters {
  int enough = 2;             ///< the search ends when it has found the same best cut so often (log: dd49b33)
  std::size_t coarsest = 48;  ///< vertices: few enough to grow many starts, enough to show the shape
  /// A pass ends after least_patience + vertices / patience_divisor moves without a new best, at most most_patience:
  /// enough to leave a local optimum, and far from the whole graph, half of whose moves lead to the mirror image (log:
  /// dd49b33).
  std::size_t most_patience = 150, least_patience = 5, patience_divisor = 8;
  /// The outlook of a pass counts after outlook_moves moves; its alpha is that of [Osipov 2010].
  double outlook_moves = 5, outlook_alpha = 3;
} kBisection{};

inline constexpr struct PartitionParameters {
  int rounds = 4;                      ///< rounds over all pairs of parts, at most. Not measured
  std::size_t cluster = 4;             ///< number of parts that are cut anew together. Not measured
  std::size_t parts_per_cluster = 16;  ///< number of parts for which a batch has one cluster. Not measured
  double shapeless = 0.67;             ///< share of the weight that is cut; above, other cuts are hardly better (R-MAT)
  /// Refined pairs per part: lighter ones hardly improve, and power-law graphs pair all.
  std::size_t heaviest_pairs = 12;
  /// Fewest vertices that use threads: with fewer, waking them costs more than it saves.
  std::size_t threads_vertices = 4096;
  Effort recut = {.cycles = 1, .starts = 2, .passes = 4};  ///< effort of one cut of many. Not measured
} kPartition{};

// -------------------------------------------------------------------------------------------------------------- trees

/// A choice of slots where there are more than roles.
struct Room {
  enum class Kind {
    Even,  ///< as many as roles, the same number of each host: for tilings alone
    Whole,
    Thinned,  ///< a share of each host's
  };
  Kind kind = Kind::Whole;
  double slots_per_role = 1;  ///< slots of all its hosts
};
inline constexpr struct TreeParameters {
  std::size_t exact_slots = 12;  ///< largest tree on which all layouts are searched, within the budget of the preset
  std::size_t very_small = 256;  ///< slots: a cut takes less than a millisecond, so several are tried
  std::size_t small = 4096;      ///< slots: rounds and perturbation take less than a second (log: 114631e)
  std::size_t moderate = 1024;   ///< slots: a round takes some 15 ms
  std::size_t many = 200'000;    ///< slots: a cut takes minutes; grouping and the last cycles gain little
  std::size_t renumbered = 1 << 14;        ///< vertices, from which on a graph is cut in breadth-first order
  std::size_t most_by_eagermap = 1 << 16;  ///< slots: more take longer than a cut
  /// Hosts need room for groups of roles that nearly fill one: without, cliques of 9 on hosts of 12 cost 2.3 times as
  /// much, and boxes of 3 x 3 x 3 on hosts of 28 are missed. Groups of a little more than half a host need twice as
  /// many slots; then the hosts are made smaller, because a cut in two puts all roles on one side.
  std::array<Room, 4> rooms = {
      {{Room::Kind::Even, 1}, {Room::Kind::Even, 1.6}, {Room::Kind::Whole, 1.6}, {Room::Kind::Thinned, 2}}};
  double thinned = 0.625;                ///< share of a thinned host
  double gain_of_room = 0.95;            ///< cost over that without room, above which hosts are not thinned too
  std::size_t most_with_room = 1 << 14;  ///< slots; more take seconds
  /// Constructions by cuts, on trees whose nodes are not alike: there one in four may cost 20 % more than the others.
  std::uint64_t cuts_if_irregular = 4;
  double promising = 1.3;        ///< a start that costs more than this times the best is not refined (log: dd49b33)
  double kicks_per_slot = 0.25;  ///< kicks of the perturbation after the rounds: 0.7 to 1.8 % less cost (log: 114631e)
  double kicks_per_slot_if_tight = 0.5;  ///< the same after a tight tiling, where nothing else has run
  Effort quick = {1, 2, 4, 0};           ///< effort of a cut beside a good tiling
  Effort round = {3, 6, 8, 3};           ///< effort of a round that begins with the best layout (log: 8edcc48)
  std::size_t most_axes = 12;            ///< most neighbours of a grid's corner: nobody uses grids of more axes
} kTree{};

/// Recognition of process grids. The values were not measured one by one; benchmarks/mapping/PROGRAMS.md judges all
/// together.
inline constexpr struct LatticeParameters {
  std::int32_t reach = 4;    ///< steps along an axis: no stencil of a program reaches farther
  double complete = 0.6;     ///< share of the pairs of points that must have an edge for a step to count
  double least_share = 0.6;  ///< share of all weight that must be on steps that count
  double certain = 0.97;     ///< with such a share no other lattice is looked for
  // By the numbering:
  std::size_t differences = 32;  ///< heaviest differences of numbers that decide which extents are looked at
  double least_regular = 0.4;    ///< share of the weight that these must have
  double most_length = 4;        ///< mean steps of an edge with which extents are looked at
  std::int32_t longest = 4;      ///< steps that an edge counts, at most: light traffic goes anywhere
  double axis_saves = 0.05;      ///< share of the length that one more axis must save
  std::size_t sample = 4096;     ///< edges by which extents are compared
  // By growth:
  std::size_t most_grown = 1 << 16;       ///< vertices, up to which a lattice is grown: some 10 us each
  std::size_t thresholds = 5;             ///< least weights of heavy edges that are tried
  double gap = 1.2;                       ///< ratio of two successive weights between which a threshold may lie
  double most_larger = 0.25;              ///< share of the vertices that may have more neighbours than the stencil
  double least_inside = 0.025;            ///< share of the vertices that must have as many
  double least_crystal = 1.0 / 64;        ///< share of the vertices below which a crystal is a failure
  std::size_t failures = 16;              ///< after so many no other seed is tried
  std::size_t guesses = 64;               ///< vertices that are placed by a guess
  std::size_t doubts = 64;                ///< points that are looked at for a guess
  double least_placed = 0.95;             ///< share of the vertices that must grow
  std::size_t most_cells_per_vertex = 4;  ///< of the box around a lattice with holes
} kLattice{};

/// Tilings of lattices on trees.
inline constexpr struct TilingParameters {
  double sound = 0.9;   ///< with such a share of the weight on a full lattice, its tilings need no long construction
  double exact = 1e-9;  ///< relative difference of a pure grid's cost from that of its steps
  /// Tilings that cost less than this times the most compact shapes need no other start, and only swaps. Above 1.015
  /// other starts were up to 3 % cheaper on a few of the drawn problems.
  double tight = 1.01;
  double tight_of_many = 1.1;           ///< the same with more than kTree.many slots, where a cut takes twenty seconds
  double most_counted = 512;            ///< cells of the most compact shape; with more a real box is as good
  double side = 1.6;                    ///< its whole extents are within this factor of the real ones
  std::size_t kinds = 6;                ///< nested tilings whose cost on the whole affinity is compared
  std::uint64_t most_cuts = 2'000'000;  ///< cuts of boxes that are tried: some 100 ns each
  std::size_t most_divided = 400'000;   ///< points x orders of the axes, up to which a lattice is divided: 3 us each
  std::size_t few_nodes = 8;            ///< nodes; more are divided near the middle
  double weight_of_cut = 1;             ///< of a cut beside what its halves may keep. Not measured
} kTiling{};

inline constexpr struct SwapParameters {
  std::size_t neighbours = 24;  ///< heaviest edges of a vertex that are followed, so that hubs do not dominate
  std::size_t region = 64;      ///< slots: a search covers the largest node of at most this size around a neighbour
  std::size_t edges_per_change = 16;  ///< a vertex with more edges waits for more changes: R-MAT 7 times faster
  int evaluations = 3;                ///< gains computed for one lowest node, because its vertices are much alike
  std::uint64_t largest_kick = 4;     ///< swaps: larger kicks are seldom repaired
} kSwaps{};

/// Preset best on trees. Seconds are the cost of a round, measured on one core of an AMD EPYC of 2024 and at least
/// doubled, so that slower and busier machines do all of the work too. On even slower ones the clock ends the search,
/// and the result depends on the machine.
inline constexpr struct EvolutionParameters {
  std::size_t members = 4;  ///< assignments that are improved side by side. Not measured
  int rounds_of_age = 6;    ///< rounds after which the best member replaces the worst. Not measured
  Effort first = {3, 6, 8, 4};
  Effort later = {3, 6, 8, 3};
  double kicks_per_vertex = 0.5;
  double seconds_per_edge = 12e-6;  ///< and round, for cutting anew and refining
  double seconds_per_slot = 200e-6;
  double seconds_per_kick = 30e-6;
  std::size_t few_slots = 32;     ///< up to this size the search ends after
  int rounds_without_gain = 200;  ///< this many; later rounds gained nothing (log: 9facfeb)
} kEvolution{};

// ----------------------------------------------------------------------------------------------------------- networks

inline constexpr struct NetworkParameters {
  std::size_t small = 4096;     ///< roles: up to this size baselines are starts too, and efforts are larger
  std::size_t moderate = 1024;  ///< roles, or slots in a table of Scotch's: up to this size Scotch takes 0.1 s
  /// Edges of few roles: with more, a descent takes long, a tabu search does not (log: 7de25b5).
  std::size_t dense_edges = 4000;
  /// With more slots baselines of few roles get compact ones: others cost them ten seconds and gain nothing. Of more
  /// roles the starts on all slots save 5 to 10 % on grids.
  std::uint64_t compact_slots = 1 << 16;
  std::uint64_t slots_per_role = 4;    ///< compact slots for each role
  std::uint64_t most_slots = 1 << 18;  ///< with more slots no baseline runs: a curve through all takes time and memory
  double promising = 1.4;           ///< a start that costs more than this times the best is not refined (log: 2dadf24)
  double promising_of_small = 2.5;  ///< the same for up to `small` roles
  std::uint64_t work_per_second = 150'000'000;  ///< edges; a machine of 2024 looks at nearly twice as many
  /// Preset best: annealings in a round, the work of each in the first round, and the ratio of two rounds' work. The
  /// last round has half of all work, so that its annealings are long.
  std::size_t annealings_of_round = 4;
  std::uint64_t first_work = 250'000;
  double growth = 2;
  /// Up to kQap.few_vertices slots, where the tabu search after them ends by itself too, rounds end after so many
  /// without gain: they have nearly all of the work done. Not measured.
  std::size_t rounds_without_gain = 5;
} kNetwork{};

/// The slots that the mapper for networks looks at.
inline constexpr struct RegionParameters {
  std::uint64_t most_on_grid = 1 << 18;  ///< slots, whose neighbours take 32 MB
  std::uint64_t most_elsewhere = 4096;   ///< slots whose distances do not come from coordinates
  std::uint64_t slots_per_role = 4;      ///< the same for many roles: room to move
  /// On grids of more than `very_many` slots few roles get `few_on_grid` slots, or `room_on_grid` for each role if that
  /// is more: finding the neighbours of most_on_grid slots takes seconds.
  std::uint64_t very_many = 1 << 20, few_on_grid = 1 << 14, room_on_grid = 64;
  std::uint64_t centres = 16;              ///< centres that are tried; each costs a look at all slots
  std::uint64_t many = 1 << 16;            ///< slots; with more, fewer centres are tried:
  std::uint64_t centres_of_many = 2;       ///< this many (log: 2dadf24)
  std::uint64_t most_looked_at = 1 << 20;  ///< slots; of more, only a part around each centre counts (log: a32c4da)
  /// Slots of that part per wanted slot: in space a ball fills a sixth of its box.
  std::uint64_t looked_at_per_slot = 8;
} kRegion{};

inline constexpr struct MetricParameters {
  std::size_t table = 1024;  ///< slots, up to which a table of 32 bits takes 4 MB
  /// Slots, up to which one of 16 bits takes 32 MB and halves the CPU time (log: 8edcc48).
  std::size_t large_table = 4096;
  std::uint64_t most_asked = 1 << 22;  ///< slots; of more, a sample gives the largest distance
  std::size_t near = 32;               ///< nearest slots that are kept for each slot
  std::size_t window = 64;             ///< numbers before and after, which stand for near slots above large_table
} kMetric{};

inline constexpr struct DescentParameters {
  std::size_t few_slots = 128;       ///< slots, up to which all are candidates
  std::size_t followed = 16;         ///< heaviest edges of a role that are followed, so that hubs do not dominate
  std::size_t edges_per_change = 8;  ///< a role with more edges waits for more changes
  std::size_t slots_in_part = 1024;  ///< slots tried for a confined role that is outside its part. Not measured
} kDescent{};

inline constexpr struct AnnealingParameters {
  std::int64_t light = 32;               ///< edges lighter than a role's heaviest by this factor are not followed
  std::uint64_t stray = 8;               ///< one move in this many goes to any slot
  int chances = 4096;                    ///< distinct random numbers between 0 and 1, whose logarithms a table has
  std::uint64_t work_of_step = 1 << 14;  ///< edges looked at between two changes of the temperature
} kAnnealing{};

inline constexpr struct EmbeddingParameters {
  std::int64_t light = 64;               ///< edges lighter than the heaviest by this factor do not belong to the grid
  std::uint64_t most_work = 20'000'000;  ///< edges looked at in all ways to share out the dimensions: some 0.1 s
  std::uint64_t most_shares = 1 << 20;   ///< ways that are tried, at most. Not measured
  std::size_t asked_slots = 16;          ///< sample of a set of slots in the search for its centre
} kEmbedding{};

inline constexpr struct MachinesFirstParameters {
  std::uint64_t samples = 64;  ///< places of the network, whose mean distance stands for all
} kMachinesFirst{};

inline constexpr struct UnboundParameters {
  std::size_t anchors = 32;  ///< bound roles, to each of which the mapping is shifted
} kUnbound{};

/// One annealing of several. `start` counts from the cheapest start.
struct AnnealingRun {
  std::size_t start = 0;
  Cooling cooling;
};

/// Annealing after descent on networks. The hot runs find other local optima than that of the start, the cool ones
/// improve the start. With many free slots around few roles most of the gain lies in a narrow range of temperatures.
inline constexpr std::array<AnnealingRun, 4> kNetworkRuns = {
    {{0, {0.1, 0.01}}, {0, {0.3, 0.02}}, {0, {0.04, 0.005}}, {1, {0.1, 0.01}}}};
inline constexpr std::array<AnnealingRun, 4> kNetworkRunsWithChoice = {
    {{0, {0.15, 0.05}}, {0, {0.12, 0.06}}, {1, {0.12, 0.05}}, {0, {0.25, 0.02}}}};

/// Annealing of few roles on trees, in rounds. If the first rounds (`probes`) gain nothing, no others follow (8 ms;
/// log: f1863cc).
inline constexpr struct WindowParameters {
  std::size_t slots = 256;     ///< slots around the first start, whose table takes a megabyte
  std::size_t least_runs = 6;  ///< runs of a round, at least; the cheapest starts get several
  std::size_t probes = 2;      ///< number of first rounds
  std::array<std::uint64_t, 4> work = {400'000, 600'000, 1'500'000,
                                       1'500'000};  ///< edges looked at in a run of each round, some 5 ns each
  std::array<std::uint64_t, 4> work_per_edge = {1000, 1500, 4000, 4000};
  std::array<Cooling, 4> runs = {{{0.1, 0.01}, {0.3, 0.02}, {0.15, 0.05}, {0.04, 0.005}}};
} kWindow{};

// ---------------------------------------------------------------------------------------------- quadratic assignment

inline constexpr struct QapParameters {
  std::size_t most_roles = 256;               ///< at this size the tables of a search take 3 MB
  std::size_t slots_per_role = 4;             ///< slots of the window, if there are more slots. Not measured
  std::size_t least_slots = 64;               ///< slots of the window, at least
  int windows = 3;                            ///< windows in turn, each around the result of the one before
  std::uint64_t many_slots = 1 << 17;         ///< slots; of more, slots with close numbers stand for close slots:
  std::uint64_t reach = 512;                  ///< slots within this many numbers
  std::uint64_t distances = 1 << 20;          ///< distances computed to choose a window, roughly
  std::size_t members = 16;                   ///< layouts of a population
  std::size_t children = 4;                   ///< children of a generation: threads share them out
  std::uint64_t iterations_per_vertex = 20;   ///< iterations of one search
  std::size_t generations_without_gain = 40;  ///< generations after which a new population begins
  std::size_t few_vertices = 36;              ///< up to this size the search ends after
  std::size_t ages_without_gain = 3;          ///< this many populations without gain
  std::uint32_t clock_every = 64;             ///< iterations between two looks at the clock
  double seconds_per_iteration = 600e-9;      ///< measured on one core of an AMD EPYC of 2024 and doubled
  double seconds_per_change = 0.75e-9;        ///< the same, for each exchange of two vertices that may move
  double share_of_limit = 0.8;                ///< share of the limit of preset best: the rest finds the starts
} kQap{};

// -------------------------------------------------------------------------------- several roles on a slot, free slots

inline constexpr struct CapacitatedParameters {
  std::size_t exact_roles = 12;          ///< largest problem whose assignments are all searched, within the budget
  std::uint64_t exact_budget = 300'000;  ///< partial assignments, some 10 ns each
  /// Roles, from which on parts are cut instead of places mapped (log: 114680d, 15 to 20 %).
  std::uint64_t many_on_a_slot = 8;
  std::uint64_t most_places = 1 << 22;  ///< of the tree with a level of places, because of its memory
  std::size_t many_roles = 50'000;      ///< above, exchanges of single roles gain less than they cost
  double seconds_per_edge = 100e-6;     ///< cost of a try of preset best, as in kEvolution
  double seconds_per_role = 100e-6;
  double seconds_per_slot = 1e-3;
  std::uint64_t tries_without_gain = 100;  ///< tries after which preset best ends
  /// Above both bounds free slots are not used, because each takes 60 bytes.
  std::uint64_t free_slots = 1 << 22, free_slots_per_role = 16;
  double usual_imbalance = 0.03;  ///< default of --imbalance if several roles share a slot
  std::size_t neighbours = 16;    ///< heaviest edges of a role that exchanges follow
  std::size_t region = 32;        ///< slots: a search covers the largest node of at most this size
  std::size_t partners = 16;      ///< roles of one slot that are tried for an exchange
  double top_share = 0.8;         ///< share of the imbalance for nodes above the slots, where volume costs most
  /// Vertices looked at, and moved at most, on a level. They are about the same for all levels, because small graphs
  /// cost little, and no later level finds what a coarse one misses.
  double visits = 3e5, steps = 2e6, most_passes = 10, least_patience = 15, most_patience = 200;
  /// A hub has at least this many edges, and this many times the mean. Searches from hubs took most of the time on
  /// R-MAT graphs (log: ed34661).
  std::size_t least_hub = 64, hubs_of_mean = 8;
  std::size_t parts_tried = 12;    ///< parts that a vertex has edges to and that are tried for it
  std::size_t woken_at_once = 64;  ///< neighbours of a hub that are searched again after its move
} kCapacitated{};

// -------------------------------------------------------------------------------------------------- a mapping from
// another

/// Searches from a present mapping (remap()).
inline constexpr struct RemappingParameters {
  Cooling cooling = {0.1, 0.005};  ///< of an annealing; its work depends on the preset
  /// Of one more annealing, which leaves any local optimum of few roles: a ring of 7 slots needs it to turn around.
  Cooling hot = {1, 0.005};
  std::size_t few_slots =
      4096;  ///< slots, up to which a role without a slot is tried on each; of more, near its neighbours
  std::uint64_t most_slots = 1 << 22;        ///< slots: each takes some 200 bytes
  double share_of_scratch = 0.5;             ///< of a time limit, for the mapping that knows no present one
  std::uint64_t matching_work = 50'000'000;  ///< edges that a matching looks at: some 10 ns each
  std::uint64_t copied_per_edge = 16;        ///< roles whose slots are copied in the time of a look at an edge
} kRemapping{};

// --------------------------------------------------------------------------------------------------------- bottleneck

inline constexpr struct ReliefParameters {
  std::size_t tree_movers = 64;        ///< roles of the busiest node of a tree that are tried. Not measured
  std::size_t tree_partners = 256;     ///< slots tried for each role. Not measured
  int tree_rounds = 1000;              ///< exchanges, at most. Not measured
  std::size_t links = 32;              ///< busiest links that are relieved before the next look at all traffic
  std::size_t movers = 32;             ///< roles that are tried for each link
  std::size_t partners = 128;          ///< slots tried for each role
  double first_step = 0.03;            ///< share of the badness that a step may lose at the beginning
  double share_of_total = 0.05;        ///< weight of the sum of all loads beside the busiest link (log: cc22be0)
  std::uint64_t walked_per_look = 16;  ///< links that trials walk per link of a look at all traffic (log: 5807d77)
  std::uint64_t steps_of_route = 4;    ///< work of finding a route, in links, whatever its length
  std::uint64_t most_links = 1 << 24;  ///< links whose speed is read; of more, a sample (log: 3b561bd)
} kRelief{};

// ------------------------------------------------------------------------------------------------- Scotch, Cartesian

inline constexpr struct ScotchParameters {
  std::uint64_t most_slots = 1 << 20;  ///< slots of an architecture whose distances Scotch computes
  /// Slots of one that is a table of all pairs: 2048 take half a second, 4096 two, 8192 seven and 0.7 GB.
  std::uint64_t most_in_table = 8192;
  std::uint64_t most_edges = 1'000'000;  ///< edges; of more, light ones are left out
  double sparse_factor = 0.5;            ///< largest share that does not raise the cost [Jeannot 2022, section 5.1]
  double imbalance = 0.01;               ///< imbalance that Scotch may leave. Not measured
  std::size_t repair_slots = 64;         ///< slots tried for each role of an overfull slot. Not measured
} kScotch{};

inline constexpr struct CartesianParameters {
  std::uint64_t most_work = 25'000'000;  ///< cuts tried and edges counted: about half a second
  /// Edges counted, after which wide layers are filled only if nothing else fits.
  std::uint64_t most_wide_fills = 10'000'000;
  std::size_t many_hosts = 256;       ///< a box of more is cut near its middle only,
  int cuts_of_many_hosts = 8;         ///< so many times per dimension: cuts farther out hardly ever win
  std::int64_t many_cells = 100'000;  ///< cells, of which each strip walk costs milliseconds
} kCartesian{};

// Baselines keep the parameters of their papers in their own files, because these make a baseline comparable.

}  // namespace topomorph::mapping
