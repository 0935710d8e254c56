// Makes a process grid with reorder=1 and judges the order: counts the edges between hosts before and after, and
// compares with what hyperplane, k-d tree and strips leave.
//
// usage: grid_edges GRID [SLOTS]
//   GRID   as in cart:GRID ("4x4", "4x4:periodic"), or "all": many of them, for many orders of the ranks
//   SLOTS  process p of the launcher counts as on host p / SLOTS; without it the hosts are those of the processes
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <mpi.h>

#include "core/model/cartesian_pattern.h"
#include "core/topology/hosts/placement.h"
#include "tests/core/mapping/baselines/grids_on_hosts.h"
#include "tests/launchers/launched.h"

namespace {

using topomorph::CartesianPattern;
using Hosts = std::vector<std::uint32_t>;

int slots = 0;  ///< of every host; 0: the hosts' own names count

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/// Returns the processes of the world in an order of this name; the null communicator if this one is left out.
MPI_Comm ordered(const std::string& order) {
  const int rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD), width = std::max(slots, 1);
  std::vector<int> keys(static_cast<std::size_t>(size));
  for (int r = 0; r < size; ++r) keys[static_cast<std::size_t>(r)] = order == "cyclic" ? r % width * size + r : r;
  if (order == "random") std::shuffle(keys.begin(), keys.end(), std::mt19937(7));
  const bool left_out = order == "uneven" && rank % width > rank / width % width;  // 1, 2, … on a host
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, left_out ? MPI_UNDEFINED : 0, keys[static_cast<std::size_t>(rank)], &comm);
  return comm;
}

std::string host_name() {
  if (slots > 0) return std::to_string(std::atoi(launched_rank()) / slots);
  char name[MPI_MAX_PROCESSOR_NAME + 1] = {};
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return name;
}

/// Returns the host of every rank; hosts are numbered by their first rank.
Hosts hosts_of(MPI_Comm comm) {
  constexpr int kLength = MPI_MAX_PROCESSOR_NAME + 1;
  std::string mine = host_name();
  mine.resize(kLength);
  std::vector<char> names(static_cast<std::size_t>(size_of(comm)) * kLength);
  MPI_Allgather(mine.data(), kLength, MPI_CHAR, names.data(), kLength, MPI_CHAR, comm);
  std::map<std::string, std::uint32_t> numbers;
  Hosts hosts;
  for (std::size_t r = 0; r < names.size(); r += kLength) {
    hosts.push_back(numbers.try_emplace(&names[r], static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return hosts;
}

std::uint64_t edges_between(const CartesianPattern& pattern, const Hosts& hosts) {
  std::uint64_t edges = 0;
  pattern.for_each_edge([&](auto a, auto b) { edges += hosts[a] != hosts[b] ? 1 : 0; });
  return edges;
}

/// Returns the fewest edges of the three algorithms of arXiv 2005.09521. Cell 0 has to be where the first process is.
/// If not all processes take part this can cost edges, so the algorithms must keep it too.
std::uint64_t best_known(const CartesianPattern& pattern, const Hosts& hosts) {
  std::vector<std::uint64_t> capacities(*std::max_element(hosts.begin(), hosts.end()) + std::size_t{1}, 0);
  for (const std::uint32_t host : hosts) ++capacities[host];
  const bool all = static_cast<std::size_t>(pattern.cells()) == hosts.size();
  const std::optional<std::uint32_t> first = all ? std::nullopt : std::optional(hosts[0]);
  std::uint64_t best = ~std::uint64_t{0};
  const auto sequence = topomorph::mapping::host_sequence(pattern.cells(), capacities, first);
  for (const auto order : topomorph::testing::kGridOrders) {
    best = std::min(best, topomorph::testing::edges_of(pattern, order(pattern, sequence.cells), sequence.cells));
  }
  return best;
}

MPI_Comm make_grid(MPI_Comm comm, const CartesianPattern& pattern) {
  const std::vector<int> dims(pattern.dims().begin(), pattern.dims().end());
  const std::vector<int> periods(pattern.grid().periodic.begin(), pattern.grid().periodic.end());
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(comm, static_cast<int>(dims.size()), dims.data(), periods.data(), 1, &grid);
  return grid;
}

/// Whether the order is as good as it must be, as the process with rank 0 in both communicators judges it.
bool judge(MPI_Comm comm, const std::string& spec, const std::string& order) {
  const CartesianPattern pattern = topomorph::parse_cart_spec("cart:" + spec);
  const Hosts before = hosts_of(comm);
  MPI_Comm grid = make_grid(comm, pattern);
  if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
  grid = make_grid(comm, pattern);  // again, because the user reads one line of it
  if (grid == MPI_COMM_NULL) return true;
  const std::uint64_t then = edges_between(pattern, before), now = edges_between(pattern, hosts_of(grid));
  const std::uint64_t best = best_known(pattern, before);
  const bool good = now <= best && now <= then;
  if (rank_in(grid) == 0) {
    std::printf("%s %s: edges between hosts %llu -> %llu, known algorithms %llu%s\n", order.c_str(), spec.c_str(),
                static_cast<unsigned long long>(then), static_cast<unsigned long long>(now),
                static_cast<unsigned long long>(best), good ? "" : ": TOO MANY");
  }
  MPI_Comm_free(&grid);
  return good;
}

/// Grids of one to three dimensions for all processes and for all but one.
bool judge_all(MPI_Comm comm, const std::string& order) {
  bool good = true;
  for (int cells = size_of(comm); cells > 0 && cells >= size_of(comm) - 1; --cells) {
    for (int ndims = 1; ndims <= 3; ++ndims) {
      int dims[3] = {0, 0, 0};
      MPI_Dims_create(cells, ndims, dims);
      std::string spec = std::to_string(dims[0]);
      for (int d = 1; d < ndims; ++d) spec += 'x' + std::to_string(dims[d]);
      good = judge(comm, spec, order) && good;
      good = judge(comm, spec + ":periodic", order) && good;
    }
  }
  return good;
}

bool judge_order(const std::string& grid, const std::string& order) {
  MPI_Comm comm = ordered(order);
  if (comm == MPI_COMM_NULL) return true;
  const bool good = grid == "all" ? judge_all(comm, order) : judge(comm, grid, order);
  MPI_Comm_free(&comm);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string grid = argc > 1 ? argv[1] : "all";
  slots = argc > 2 ? std::atoi(argv[2]) : 0;
  bool good = judge_order(grid, "blocked");
  if (grid == "all") {
    for (const char* order : {"cyclic", "random", "uneven"}) good = judge_order(grid, order) && good;
  }
  MPI_Finalize();
  return good ? 0 : 1;
}
