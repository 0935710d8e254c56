// Translates mappings into hosts and cores.
#include "tools/launchers/formats.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"
#include "tools/output/message.h"

namespace topomorph::launchers {
namespace {

/// Returns the first slot of every host, and the number of slots.
std::vector<Slot> host_begins(const GivenTopology& given) {
  if (!given.hosts.begin.empty()) return given.hosts.begin;
  const TreeTopology* tree = as_tree(*given.topology);
  if (tree == nullptr) return successive<Slot>(given.topology->slots() + 1);  // the places of a network
  return tree->level(evaluation::known_host_level_of(*tree)).begin;
}

void check_numbers(const GivenTopology& given, CoreNumbers numbers) {
  if (numbers == CoreNumbers::Physical && given.hosts.pus.empty()) refuse_physical(given.topology->describe());
}

}  // namespace

void check_places(const GivenTopology& given, CoreNumbers numbers) {
  host_begins(given);
  check_numbers(given, numbers);
}

void name_hosts(GivenTopology& given, std::vector<std::string> names) {
  if (!given.hosts.names.empty()) {
    throw InputError(fmt::format("--hosts: found names for hosts that the topology calls {}, …, expected none",
                                 given.hosts.names.front()));
  }
  std::vector<Slot> begin = host_begins(given);
  if (names.size() + 1 != begin.size()) {
    throw InputError(fmt::format("--hosts: found {} names, expected {}, one for each host of the topology",
                                 names.size(), begin.size() - 1));
  }
  given.hosts.begin = std::move(begin);
  given.hosts.names = std::move(names);
}

void refuse_physical(const std::string& found) {
  throw InputError(
      "physical numbers of cores: expected a topology with an hwloc file for each host (NETWORK+hwloc:FOLDER, "
      "or layout --hosts), found " +
      found);
}

std::vector<std::string> relative_names(std::size_t hosts) {
  std::vector<std::string> names;
  for (std::size_t host = 0; host < hosts; ++host) names.push_back(fmt::format("+n{}", host));
  return names;
}

std::string as_ranges(std::span<const std::uint64_t> numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (i > 0) text += ',';
    text += i == last ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

Placement placement_of(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers) {
  const std::vector<Slot> begin = host_begins(given);
  const auto& pus = given.hosts.pus;
  check_numbers(given, numbers);
  const bool named = !given.hosts.names.empty();
  Placement placement{named ? given.hosts.names : relative_names(begin.size() - 1), named, {}, mapping, {}};
  for (const Slot slot : mapping) {
    const std::size_t host = interval_of(begin, slot);
    const std::uint64_t core = numbers == CoreNumbers::Physical ? pus[slot].front() : slot - begin[host];
    placement.host_of.push_back(host);
    placement.cpus_of.push_back(std::to_string(core));
    if (!pus.empty()) {
      const std::vector<std::uint64_t> threads(pus[slot].begin(), pus[slot].end());
      placement.threads_of.push_back(as_ranges(threads));
    }
  }
  return placement;
}

namespace {

std::string rankfile(const Placement& placement) {
  std::string text;
  for (std::size_t rank = 0; rank < placement.host_of.size(); ++rank) {
    text +=
        fmt::format("rank {}={} slot={}\n", rank, placement.hosts[placement.host_of[rank]], placement.cpus_of[rank]);
  }
  return text;
}

std::string host_of_each(const Placement& placement) {
  std::string text;
  for (const std::size_t host : placement.host_of) text += placement.hosts[host] + "\n";
  return text;
}

/// Writes consecutive ranks on one host as one line: Hydra starts as many ranks as the line has and goes on to the
/// next.
std::string runs_of_hosts(const Placement& placement) {
  std::string text;
  const auto& host_of = placement.host_of;
  for (std::size_t rank = 0; rank < host_of.size();) {
    std::size_t end = rank;
    while (end < host_of.size() && host_of[end] == host_of[rank]) ++end;
    text += fmt::format("{}:{}\n", placement.hosts[host_of[rank]], end - rank);
    rank = end;
  }
  return text;
}

/// Returns the ranks in the order of their places.
std::vector<std::uint64_t> ranks_by_position(const Placement& placement) {
  auto ranks = successive<std::uint64_t>(placement.position_of.size());
  std::stable_sort(ranks.begin(), ranks.end(),
                   [&](auto a, auto b) { return placement.position_of[a] < placement.position_of[b]; });
  return ranks;
}

/// Throws if hosts have different numbers of ranks: the launcher fills all hosts with the same number.
void check_even(const std::vector<std::vector<std::uint64_t>>& ranks_of, const Placement& placement) {
  for (std::size_t host = 0; host < ranks_of.size(); ++host) {
    const std::size_t here = ranks_of[host].size(), first = ranks_of.front().size();
    if (here == first || (host + 1 == ranks_of.size() && here < first)) continue;
    throw InputError(fmt::format(
        "--write cray: found {} ranks on {} and {} on {}, expected the same number on each used host except the last",
        first, placement.hosts[placement.host_of[ranks_of.front().front()]], here,
        placement.hosts[placement.host_of[ranks_of[host].front()]]));
  }
}

/// Writes a line for each host in use.
std::string rank_order(const Placement& placement) {
  std::vector<std::vector<std::uint64_t>> ranks_of;
  std::size_t previous = placement.hosts.size();
  for (const std::uint64_t rank : ranks_by_position(placement)) {
    if (placement.host_of[rank] != previous) ranks_of.emplace_back();
    previous = placement.host_of[rank];
    ranks_of.back().push_back(rank);
  }
  check_even(ranks_of, placement);
  std::string text;
  for (const auto& ranks : ranks_of) text += as_ranges(ranks) + "\n";
  return text;
}

/// Tasks of Flux: `ppn` successive ranks on each of `nodes` hosts from this one on, `repeat` times [Flux RFC 34].
struct TaskBlock {
  std::size_t node, nodes, ppn, repeat;
  bool is_like(const TaskBlock& other) const { return node == other.node && nodes == other.nodes && ppn == other.ppn; }
};

/// Returns the runs of ranks on one host, those on successive hosts together.
std::vector<TaskBlock> blocks_of(const std::vector<std::size_t>& host_of) {
  std::vector<TaskBlock> blocks;
  for (std::size_t rank = 0, end = 0; rank < host_of.size(); rank = end) {
    while (end < host_of.size() && host_of[end] == host_of[rank]) ++end;
    const std::size_t ppn = end - rank;
    const bool goes_on =
        !blocks.empty() && blocks.back().ppn == ppn && blocks.back().node + blocks.back().nodes == host_of[rank];
    if (goes_on) {
      ++blocks.back().nodes;
    } else {
      blocks.push_back({host_of[rank], 1, ppn, 1});
    }
  }
  return blocks;
}

std::string task_map(const Placement& placement) {
  std::vector<TaskBlock> blocks;
  for (const TaskBlock& block : blocks_of(placement.host_of)) {
    if (!blocks.empty() && blocks.back().is_like(block)) {
      ++blocks.back().repeat;
    } else {
      blocks.push_back(block);
    }
  }
  std::string text;
  for (const TaskBlock& block : blocks) {
    text += fmt::format("{}[{},{},{},{}]", text.empty() ? "" : ",", block.node, block.nodes, block.ppn, block.repeat);
  }
  return "[" + text + "]\n";
}

/// jsrun starts no ranks that share CPUs.
void check_apart(const Placement& placement, const std::vector<std::string>& cpus) {
  std::set<std::pair<std::size_t, std::uint32_t>> taken;  // host and CPU
  for (std::size_t rank = 0; rank < cpus.size(); ++rank) {
    for (const CpuRange& range : parse_cpu_ranges(cpus[rank]).value_or(std::vector<CpuRange>())) {
      for (std::uint32_t cpu = range.first; cpu <= range.last; ++cpu) {
        if (taken.insert({placement.host_of[rank], cpu}).second) continue;
        throw InputError(
            fmt::format("--write erf: found CPU {} of rank {} in another rank, expected ranks apart", cpu, rank));
      }
    }
  }
}

/// Hosts count from 1 in the order of the allocation. CPUs of jsrun are hardware threads.
std::string explicit_resources(const Placement& placement) {
  const bool knows_threads = !placement.threads_of.empty();
  const std::vector<std::string>& cpus = knows_threads ? placement.threads_of : placement.cpus_of;
  check_apart(placement, cpus);
  std::string text = fmt::format("cpu_index_using: {}\n", knows_threads ? "physical" : "logical");
  for (std::size_t rank = 0; rank < placement.host_of.size(); ++rank) {
    text += fmt::format("rank: {}: {{ host: {}; cpu: {{{}}} }}\n", rank, placement.host_of[rank] + 1, cpus[rank]);
  }
  return text;
}

/// Writes, in line p, the rank of the process in place p. Counts only places in use.
std::string permutation(const Placement& placement) {
  std::string text;
  for (const std::uint64_t rank : ranks_by_position(placement)) text += fmt::format("{}\n", rank);
  return text;
}

constexpr auto kFormats = std::to_array<LauncherFormat>({
    {"rankfile", "Open MPI: mpirun --rankfile FILE", false, rankfile},
    {"seq",
     "Open MPI: mpirun --mca rmaps seq --hostfile FILE; PRRTE: --map-by seq:file=FILE; Flux: --taskmap=hostfile:FILE",
     true, host_of_each},
    {"prrte", "PRRTE, Open MPI 5: --map-by rankfile:file=FILE", true, rankfile},
    {"slurm", "SLURM_HOSTFILE=FILE srun --distribution=arbitrary", true, host_of_each},
    {"hydra", "MPICH: mpiexec -f FILE", true, runs_of_hosts},
    {"cray", "MPICH_RANK_ORDER=FILE with MPICH_RANK_REORDER_METHOD=3", false, rank_order},
    {"erf", "LSF: jsrun --erf_input FILE", false, explicit_resources},
    {"flux", "Flux: flux run --taskmap=manual:\"$(cat FILE)\"", false, task_map},
    {"permutation", "line p: the rank of process p, for topomorph run --permutation file:FILE", false, permutation},
});

std::string names_of_formats() { return listed(kFormats, &LauncherFormat::name); }

LauncherFile launcher_file(const std::string& text) {
  const std::size_t colon = text.find(':');
  const auto format = std::find_if(kFormats.begin(), kFormats.end(),
                                   [&](const LauncherFormat& f) { return f.name == text.substr(0, colon); });
  if (format == kFormats.end() || colon == std::string::npos || colon + 1 == text.size()) {
    throw InputError(
        fmt::format("--write: found '{}', expected FORMAT:FILE, with a format of {}", text, names_of_formats()));
  }
  return {&*format, text.substr(colon + 1)};
}

}  // namespace

std::span<const LauncherFormat> launcher_formats() { return kFormats; }

std::vector<LauncherFile> launcher_files(const LauncherOptions& options) {
  std::vector<LauncherFile> files;
  if (!options.rankfile.empty()) files.push_back({&kFormats.front(), options.rankfile});
  for (const std::string& text : options.write) files.push_back(launcher_file(text));
  return files;
}

void check_names(const std::vector<LauncherFile>& files, bool named) {
  for (const LauncherFile& file : files) {
    if (named || !file.format->needs_names) continue;
    throw InputError(
        fmt::format("--write {}: found hosts without names, expected a topology that names them "
                    "(slurm:FILE+tree:4, …), or --hosts NAMES=MACHINE",
                    file.format->name));
  }
}

void note_threads() {
  output::message("some ranks have parts of cores, so cpus are hardware threads (Open MPI: --use-hwthread-cpus)");
}

void check_plain(const std::string& host) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == ':';
  };
  const std::string_view name = host.starts_with("+n") ? std::string_view(host).substr(1) : std::string_view(host);
  if (!name.empty() && name.front() != '-' && std::ranges::all_of(name, is_plain)) return;
  throw InputError(fmt::format(
      "found a host '{}', expected letters, digits, '.', '_' and '-' for a launcher, and no '-' in front", host));
}

namespace {

void note_relative_names(const std::vector<LauncherFile>& files, const Placement& placement) {
  if (placement.named) return;
  for (const LauncherFile& file : files) {
    if (file.format->text != rankfile) continue;
    output::message(
        fmt::format("{} calls the hosts +n0, +n1, …, which Open MPI takes inside an allocation (Slurm, PBS) "
                    "alone; --hosts gives them names",
                    file.path));
  }
}

}  // namespace

void write_launcher_files(const std::vector<LauncherFile>& files, const Placement& placement) {
  note_relative_names(files, placement);
  if (!files.empty()) std::ranges::for_each(placement.hosts, check_plain);
  std::vector<std::string> texts;
  for (const LauncherFile& file : files) texts.push_back(file.format->text(placement));
  for (std::size_t i = 0; i < files.size(); ++i) {
    AtomicFile out(files[i].path);
    out.write(texts[i]);
    out.commit();
  }
}

}  // namespace topomorph::launchers
