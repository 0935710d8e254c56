// The paper's algorithm as figure 1 has it, over hwloc's own objects.
#include "tests/core/mapping/layouts/figure1.h"

#include <algorithm>

#include <hwloc.h>

namespace topomorph::testing {

namespace {

const std::vector<Letter> kTable1 = {"n", "b", "s", "N", "L3", "L2", "L1", "c", "h"};

bool is_of(hwloc_obj_t object, const Letter& letter) {
  if (letter == "b") return object->type == HWLOC_OBJ_GROUP && object->memory_arity == 0;
  const std::map<Letter, hwloc_obj_type_t> types = {
      {"s", HWLOC_OBJ_PACKAGE},  {"N", HWLOC_OBJ_NUMANODE}, {"L3", HWLOC_OBJ_L3CACHE}, {"L2", HWLOC_OBJ_L2CACHE},
      {"L1", HWLOC_OBJ_L1CACHE}, {"c", HWLOC_OBJ_CORE},     {"h", HWLOC_OBJ_PU}};
  return object->type == types.at(letter);
}

/// Appends the outermost objects of the level inside `object`, which may be one itself.
void collect(hwloc_obj_t object, const Letter& letter, std::vector<hwloc_obj_t>& found) {
  if (is_of(object, letter)) return found.push_back(object);
  if (letter == "b" && object->type == HWLOC_OBJ_PACKAGE) return;  // boards hold packages
  for (hwloc_obj_t memory = object->memory_first_child; memory != nullptr; memory = memory->next_sibling) {
    if (is_of(memory, letter)) return found.push_back(object);  // a NUMA node is the object that it belongs to
  }
  for (hwloc_obj_t child = object->first_child; child != nullptr; child = child->next_sibling) {
    collect(child, letter, found);
  }
}

}  // namespace

/// Returns the objects of a level inside `object`; the object itself where the machine lacks the level.
const std::vector<hwloc_obj*>& Figure1::inside(hwloc_obj* object, const Letter& letter) {
  const auto [found, is_new] = inside_.try_emplace({object, letter});
  if (is_new) collect(object, letter, found->second);
  if (found->second.empty()) found->second.push_back(object);
  return found->second;
}

void Figure1::widen(const topology::Machine& machine, hwloc_obj* object, std::size_t level) {
  if (level == nested_.size()) return;
  const std::vector<hwloc_obj_t>& objects = inside(object, nested_[level]);
  width_[nested_[level]] = std::max(width_[nested_[level]], static_cast<std::uint32_t>(objects.size()));
  for (hwloc_obj_t one : objects) widen(machine, one, level + 1);
}

/// Builds the maximal tree: of the levels that the layout keeps, the widest of all hosts. Prunes each host before the
/// union: not the text of section IV-B, but Open MPI's LAMA.
void Figure1::start(const std::vector<Letter>& layout, std::uint64_t max_rank) {
  layout_ = layout;
  nested_.clear();
  width_.clear();
  ranks_on_.clear();
  mapped_.clear();
  max_rank_ = max_rank;
  for (const Letter& letter : kTable1) {
    if (letter != "n" && std::find(layout.begin(), layout.end(), letter) != layout.end()) nested_.push_back(letter);
  }
  width_["n"] = static_cast<std::uint32_t>(hosts_.size());
  for (const topology::Machine* host : hosts_) widen(*host, hwloc_get_root_obj(host->get()), 0);
}

/// Lines 17 and 18: whether the resource exists and is available; then a rank is mapped there.
bool Figure1::map_here() {
  const std::uint32_t host = index_.at("n");
  hwloc_topology_t topology = hosts_[host]->get();
  hwloc_obj_t object = hwloc_get_root_obj(topology);
  std::map<Letter, hwloc_obj_t> around = {{"n", object}};
  for (const Letter& letter : nested_) {
    const std::vector<hwloc_obj_t>& objects = inside(object, letter);
    if (index_.at(letter) >= objects.size()) return false;
    around[letter] = object = objects[index_.at(letter)];
  }
  const int pu = [&] {  // in the logical order, not the operating system's
    for (hwloc_obj_t one : inside(object, "h")) {
      if (hwloc_bitmap_isset(hwloc_topology_get_allowed_cpuset(topology), one->os_index)) return int(one->os_index);
    }
    return -1;
  }();
  if (pu < 0) return false;
  for (const auto& [letter, most] : limits) {
    if (ranks_on_[{letter, {host, around.at(letter)}}] >= most) return false;
  }
  for (const auto& [letter, most] : limits) ++ranks_on_[{letter, {host, around.at(letter)}}];
  mapped_.emplace_back(host, static_cast<std::uint32_t>(pu));
  return true;
}

void Figure1::inner_loop(std::size_t level) {
  const Letter& letter = layout_[level];
  std::vector<std::uint32_t> resources = visits[letter];
  for (std::uint32_t i = 0; visits[letter].empty() && i < width_.at(letter); ++i) resources.push_back(i);
  for (const std::uint32_t resource : resources) {
    index_[letter] = resource;
    if (level > 0) {
      inner_loop(level - 1);
    } else {
      map_here();
    }
    if (mapped_.size() == max_rank_) return;
  }
}

std::vector<PuOfHost> Figure1::map(const std::vector<Letter>& layout, std::uint64_t max_rank) {
  start(layout, max_rank);
  while (mapped_.size() < max_rank_) inner_loop(layout.size() - 1);
  return mapped_;
}

std::vector<PuOfHost> Figure1::one_round(const std::vector<Letter>& layout) {
  start(layout, static_cast<std::uint64_t>(-1));
  inner_loop(layout.size() - 1);
  return mapped_;
}

}  // namespace topomorph::testing
