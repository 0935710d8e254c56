// Reads the slots of a job from netloc's resource files.
#include "core/topology/sources/infiniband/resources.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"

namespace topomorph::topology {

namespace {

constexpr Slot kNoSlot = std::numeric_limits<Slot>::max();

class ResourcesFile {
 public:
  ResourcesFile(const std::string& path, const GivenTopology& given) : reader_(path), given_(given), words_("") {
    for (std::size_t h = 0; h < given.hosts.names.size(); ++h) number_.emplace(given.hosts.names[h], h);
  }

  std::vector<Slot> read() {
    const std::uint64_t hosts = number("a number of hosts", given_.hosts.names.size());
    for (std::uint64_t i = 0; i < hosts; ++i) hosts_.push_back(host());
    std::uint64_t slots = 0;
    std::vector<std::uint64_t> counts;
    for (const std::size_t h : hosts_) {
      const Slot first = given_.hosts.begin[h], end = given_.hosts.begin[h + 1];
      counts.push_back(number("a number of slots on " + given_.hosts.names[h], end - first));
      slots += counts.back();
    }
    std::vector<Slot> slot_of_rank(slots, kNoSlot);
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      for (std::uint64_t s = 0; s < counts[i]; ++s) read_slot(hosts_[i], slot_of_rank);
    }
    if (!word().empty()) reader_.fail("found more words than slots were announced, expected the end");
    if (slots == 0) reader_.fail("found no slots, expected at least one");
    return slot_of_rank;
  }

 private:
  std::string word() {
    for (;;) {
      if (const auto word = words_.next(); !word.empty()) return std::string(word);
      const auto line = reader_.next();
      if (!line) return "";
      line_ = *line;
      words_ = Words(line_);
    }
  }

  std::uint64_t number(const std::string& what, std::uint64_t most) {
    const std::string text = word();
    const auto number = parse_count(text);
    if (!number || *number > most) {
      reader_.fail(fmt::format("found \"{}\", expected {} of at most {}", text, what, most));
    }
    return *number;
  }

  std::size_t host() {
    const std::string name = word();
    const auto found = number_.find(name);
    if (found == number_.end()) reader_.fail(fmt::format("found \"{}\", expected a host of the topology", name));
    if (std::find(hosts_.begin(), hosts_.end(), found->second) != hosts_.end()) {
      reader_.fail(fmt::format("found host {} a second time, expected each once", name));
    }
    return found->second;
  }

  void read_slot(std::size_t host, std::vector<Slot>& slot_of_rank) {
    const Slot slot = slot_of(host, number("a processing unit", std::numeric_limits<std::uint32_t>::max()));
    const std::uint64_t rank = number("a rank", slot_of_rank.size() - 1);
    if (!taken_.insert(slot).second) reader_.fail("found a slot a second time, expected each once");
    if (slot_of_rank[rank] != kNoSlot)
      reader_.fail(fmt::format("found rank {} a second time, expected each once", rank));
    slot_of_rank[rank] = slot;
  }

  Slot slot_of(std::size_t host, std::uint64_t number) const {
    const Slot first = given_.hosts.begin[host], end = given_.hosts.begin[host + 1];
    const auto& pus = given_.hosts.pus;
    for (Slot slot = first; slot < end; ++slot) {
      const bool is_it = pus.empty() ? slot - first == number
                                     : std::find(pus[slot].begin(), pus[slot].end(), number) != pus[slot].end();
      if (is_it) return slot;
    }
    reader_.fail(fmt::format("found slot {}, expected one of the {} that {} has", number, end - first,
                             given_.hosts.names[host]));
  }

  LineReader reader_;
  const GivenTopology& given_;
  std::string line_;
  Words words_;
  std::unordered_map<std::string, std::size_t> number_;
  std::vector<std::size_t> hosts_;
  std::unordered_set<Slot> taken_;
};

}  // namespace

std::vector<Slot> read_resources(const std::string& path, const GivenTopology& given) {
  return ResourcesFile(path, given).read();
}

}  // namespace topomorph::topology
