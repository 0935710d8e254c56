// Tests of different machines in one job [Hursey 2011, section IV-B], against the paper's loops over hwloc's objects.
#include <algorithm>
#include <cstdlib>
#include <random>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/rank_places.h"
#include "tests/core/mapping/layouts/figure1.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::Figure1;
using testing::Letter;
using testing::PuOfHost;

/// Hosts of a job, for both sides.
class Job {
 public:
  explicit Job(std::vector<topology::Machine> machines) : machines_(std::move(machines)) {
    for (const topology::Machine& machine : machines_)
      hosts_.push_back({"", std::make_shared<MachineUnits>(units_of(machine))});
    units_ = all_units(hosts_);
    for (const LayoutHost& host : hosts_) begin_.push_back(begin_.back() + host.machine->units.size());
  }

  Figure1 paper() const {
    std::vector<const topology::Machine*> hosts;
    for (const topology::Machine& machine : machines_) hosts.push_back(&machine);
    return Figure1(hosts);
  }
  std::vector<PuOfHost> ours(const std::string& layout, std::uint64_t ranks) const {
    std::vector<PuOfHost> places;
    for (const std::uint32_t unit : place_ranks(units_, {parse_layout(layout), ranks, true, std::nullopt}).first_unit) {
      const std::uint32_t host = units_[unit][LayoutLevel::Node];
      places.emplace_back(host, hosts_[host].machine->os_numbers[unit - begin_[host]]);
    }
    return places;
  }
  std::uint32_t width(const std::string& layout, LayoutLevel level) const {
    return PlaceGrid(units_, parse_layout(layout).levels).width(level);
  }

 private:
  std::vector<topology::Machine> machines_;
  std::vector<LayoutHost> hosts_;
  std::vector<LayoutUnit> units_;
  std::vector<std::size_t> begin_ = {0};
};

std::string joined(const std::vector<Letter>& letters) {
  std::string text;
  for (const Letter& letter : letters) text += letter;
  return text;
}

/// Compares all orders of the levels that the layout keeps: one round, and some ranks more.
void compare_all_orders(const Job& job, std::vector<Letter> kept) {
  std::sort(kept.begin(), kept.end());
  Figure1 paper = job.paper();
  do {
    const std::vector<PuOfHost> round = paper.one_round(kept);
    ASSERT_EQ(job.ours(joined(kept), round.size()), round) << joined(kept);
    ASSERT_EQ(job.ours(joined(kept), round.size() + 5), paper.map(kept, round.size() + 5)) << joined(kept);
    for (const Letter& letter : kept)
      ASSERT_EQ(job.width(joined(kept), parse_layout_level(letter)), paper.width(letter)) << joined(kept);
  } while (std::next_permutation(kept.begin(), kept.end()));
}

Job synthetic(const std::vector<std::string>& hosts) {
  std::vector<topology::Machine> machines;
  for (const std::string& host : hosts) machines.push_back(topology::Machine::synthetic(host));
  return Job(std::move(machines));
}

/// Returns the unpacked machines of the cluster PlaFRIM [Bordage 2017]; empty without them.
std::string plafrim() {
  static const testing::TemporaryFolder folder;
  const std::string archive = testing::data_file("fabrics/plafrim.txz"), path = folder.file("plafrim/hwloc/");
  if (archive.empty() || std::filesystem::exists(path)) return archive.empty() ? "" : path;
  const std::string command = "tar -xJf '" + archive + "' -C '" + folder.path().string() + "' 2>/dev/null";
  return std::system(command.c_str()) == 0 ? path : "";
}

TEST(UnequalHosts, FollowFigure1OnDifferentNumbersOfEveryLevel) {
  const Job job = synthetic({"group:2 pack:1 numa:2 l3:1 l2:2 l1:1 core:1 pu:2", "pack:3 core:2 pu:1",
                             "group:1 pack:2 l3:2 l2:1 l1:2 core:2 pu:1", "pack:1 core:4 pu:3"});
  compare_all_orders(job, {"n", "s", "c", "h"});
  compare_all_orders(job, {"n", "b", "s", "c", "h"});
  compare_all_orders(job, {"n", "s", "L2", "c", "h"});
  compare_all_orders(job, {"n", "c"});
  compare_all_orders(job, {"n", "h"});
}

// Section IV-B: "When a resource level is pruned from the maximal tree, its children become those of its parent". The
// hosts are pruned before their union here, on both sides: see Figure1.
TEST(UnequalHosts, FollowFigure1WhateverLevelsArePruned) {
  const Job job = synthetic({"pack:2 numa:2 l2:2 core:1 pu:2", "pack:3 l2:1 core:2 pu:1"});
  const std::vector<Letter> all = {"n", "s", "N", "L2", "c", "h"};
  for (unsigned kept = 1; kept < 1U << (all.size() - 1); ++kept) {
    std::vector<Letter> letters = {"n"};
    for (std::size_t i = 1; i < all.size(); ++i) {
      if ((kept >> (i - 1) & 1U) != 0) letters.push_back(all[i]);
    }
    compare_all_orders(job, letters);
  }
}

// Section IV-A: resources that the scheduler or the system disallows, on machines as they were recorded.
TEST(UnequalHosts, FollowFigure1OnRecordedMachinesWithDisallowedResources) {
  const std::string half = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(half);
  std::vector<topology::Machine> machines;
  for (const std::string& path : {half, testing::data_file("hwloc/16em64t-4s2c2t.xml"), half})
    machines.push_back(topology::Machine::whole_from_xml(path));
  const Job job(std::move(machines));
  compare_all_orders(job, {"n", "s", "c", "h"});
  compare_all_orders(job, {"n", "s", "h"});
  compare_all_orders(job, {"n", "c", "h"});
}

TEST(UnequalHosts, FollowFigure1OnTheMachinesOfOneCluster) {
  const std::string folder = plafrim();
  if (folder.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here, or tar and xz are missing";
  std::vector<topology::Machine> machines;
  for (const char* host : {"bonobo001", "mirabelle003", "manumanu", "riri", "fourmi012"})
    machines.push_back(topology::Machine::whole_from_xml(folder + host + ".xml"));
  const Job job(std::move(machines));
  compare_all_orders(job, {"n", "b", "s", "c"});
  compare_all_orders(job, {"n", "b", "s", "L2", "c"});
  compare_all_orders(job, {"n", "s", "L3", "c"});
  compare_all_orders(job, {"n", "c", "h"});
}

TEST(UnequalHosts, FollowTheUsersOrdersAndLimits) {
  const Job job = synthetic({"pack:2 core:4 pu:2", "pack:3 core:2 pu:1", "pack:1 core:3 pu:2"});
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    std::vector<Letter> kept = {"n", "s", "c", "h"};
    std::shuffle(kept.begin(), kept.end(), random);
    Figure1 paper = job.paper();
    paper.visits["c"] = {3, 0, 2, 1};
    paper.visits["n"] = {2, 0, 1};
    paper.visits[kept[0]] = {1, 0};  // leaves out what is not listed
    paper.limits = {{"s", random() % 4 + 1}, {"n", random() % 6 + 2}};
    std::string layout;
    for (const Letter& letter : kept) {
      std::string objects;
      for (const std::uint32_t object : paper.visits[letter]) objects += "," + std::to_string(object);
      layout += letter + (objects.empty() ? "" : "[" + objects.substr(1) + "]");
    }
    layout += ",";
    for (const auto& [letter, most] : paper.limits) layout += std::to_string(most) + ":" + letter + ",";
    layout.pop_back();
    const std::vector<PuOfHost> round = paper.one_round(kept);
    ASSERT_EQ(job.ours(layout, round.size()), round) << layout;
  }
}

}  // namespace
}  // namespace topomorph::mapping
