// Reads Scotch's decomposition-defined architectures: "deco".
#include "core/topology/sources/scotch/decomposition.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/successive.h"
#include "core/topology/shapes/network.h"
#include "core/topology/sources/scotch/graph_decomposition.h"

namespace topomorph::topology::scotch {

namespace {

/// A place for one process: a leaf of the tree of domains, in which domain d is split into 2 d and 2 d + 1.
struct Terminal {
  std::uint64_t label = 0;   ///< its number in Scotch's mappings
  std::uint64_t weight = 0;  ///< its speed
  std::uint64_t domain = 0;
};

/// Returns each terminal's position in the order of labels. Throws if two labels are equal.
std::vector<Slot> slots_of(const std::vector<Terminal>& terminals, const formats::NumberStream& text) {
  auto order = successive<std::size_t>(terminals.size());
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return terminals[a].label < terminals[b].label; });
  std::vector<Slot> slots(terminals.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    slots[order[i]] = i;
    if (i > 0 && terminals[order[i]].label == terminals[order[i - 1]].label) {
      text.fail(fmt::format("found terminal {} twice, expected each once", terminals[order[i]].label));
    }
  }
  return slots;
}

std::vector<std::uint64_t> speeds_of_terminals(const std::vector<Terminal>& terminals, const std::vector<Slot>& slots) {
  std::vector<std::uint64_t> speeds(terminals.size());
  for (std::size_t i = 0; i < terminals.size(); ++i) speeds[slots[i]] = terminals[i].weight;
  return unless_equal(std::move(speeds));
}

/// Converts a table by terminal to one by slot. Tables grow while a file is read, so none becomes larger than its file.
std::vector<std::uint32_t> by_slot(std::vector<std::uint32_t> table, const std::vector<Slot>& slots) {
  if (std::is_sorted(slots.begin(), slots.end())) return table;
  std::vector<std::uint32_t> sorted(table.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      sorted[TabledTopology::entry(slots[i], slots[j])] = table[TabledTopology::entry(i, j)];
    }
  }
  return sorted;
}

Architecture architecture_of(const std::vector<Terminal>& terminals, const std::vector<Slot>& slots,
                             std::vector<std::uint32_t> table) {
  return {std::make_shared<TabledTopology>(slots.size(), by_slot(std::move(table), slots)),
          speeds_of_terminals(terminals, slots)};
}

/// Throws if two terminals have one domain, or one domain is part of another.
void check_domains(const std::vector<Terminal>& terminals, const formats::NumberStream& text) {
  std::vector<std::uint64_t> domains;
  for (const Terminal& terminal : terminals) domains.push_back(terminal.domain);
  std::sort(domains.begin(), domains.end());
  if (const auto twice = std::adjacent_find(domains.begin(), domains.end()); twice != domains.end()) {
    text.fail(fmt::format("found two terminals with domain {}, expected each domain once", *twice));
  }
  for (const std::uint64_t domain : domains) {
    for (std::uint64_t above = domain / 2; above > 0; above /= 2) {
      if (!std::binary_search(domains.begin(), domains.end(), above)) continue;
      text.fail(
          fmt::format("found terminal domain {} inside terminal domain {}, expected separate domains", domain, above));
    }
  }
}

struct Header {
  std::uint64_t terminals, last_domain;
};

Header read_header(formats::NumberStream& text) {
  const std::uint64_t terminals = text.number("the number of terminal domains", 1, TabledTopology::kMaxSlots);
  return {terminals, text.number("the largest number of a domain", terminals)};
}

Architecture read_terminals(formats::NumberStream& text) {
  const Header header = read_header(text);
  std::vector<Terminal> terminals;
  for (std::uint64_t i = 0; i < header.terminals; ++i) {
    const std::uint64_t label = text.number("the number of a terminal");
    const std::uint64_t weight = text.number("the weight of a terminal", 1);
    terminals.push_back({label, weight, text.number("the domain of a terminal", 1, header.last_domain)});
  }
  check_domains(terminals, text);
  const std::vector<Slot> slots = slots_of(terminals, text);
  std::vector<std::uint32_t> table;
  for (std::size_t left = slots.size() * (slots.size() - 1) / 2; left > 0; --left) {
    table.push_back(static_cast<std::uint32_t>(text.number("the distance of two terminals", 1, kLargestNumber)));
  }
  return architecture_of(terminals, slots, std::move(table));
}

struct LabelledDomain {
  std::optional<std::uint64_t> label;  ///< smallest label of its terminals; nothing if the domain is unused
  std::uint64_t size, weight;          ///< number of terminals; sum of their weights
};

std::vector<LabelledDomain> read_labelled_domains(formats::NumberStream& text, std::uint64_t count) {
  std::vector<LabelledDomain> domains = {{std::nullopt, 0, 0}};  // domains count from 1
  while (domains.size() <= count) {
    const auto label = text.number_or_none("the number of a domain's first terminal", kLargestNumber);
    const std::uint64_t size = text.number("the number of a domain's terminals");
    domains.push_back({label, size, text.number("the weight of a domain")});
  }
  return domains;
}

/// Returns the terminals in the order of their domains, by splitting from the first domain down as Scotch does.
std::vector<Terminal> terminals_of(const std::vector<LabelledDomain>& domains, std::uint64_t count,
                                   formats::NumberStream& text) {
  std::vector<Terminal> terminals;
  std::vector<std::uint64_t> open = {1};
  while (!open.empty()) {
    const std::uint64_t domain = open.back();
    open.pop_back();
    if (domain >= domains.size()) text.fail(fmt::format("domain {}: found none, expected half of a larger", domain));
    const LabelledDomain& data = domains[domain];
    if (data.size == 0) continue;
    if (data.size > 1) {
      open.insert(open.end(), {2 * domain, 2 * domain + 1});
    } else if (data.label && data.weight > 0) {
      terminals.push_back({*data.label, data.weight, domain});
    } else {
      text.fail(fmt::format("domain {}: found a terminal without number or weight, expected both", domain));
    }
  }
  if (terminals.size() != count) {
    text.fail(fmt::format("found {} terminal domains, expected {}", terminals.size(), count));
  }
  std::sort(terminals.begin(), terminals.end(),
            [](const Terminal& a, const Terminal& b) { return a.domain < b.domain; });
  return terminals;
}

Architecture read_compiled(formats::NumberStream& text) {
  const Header header = read_header(text);
  const std::vector<LabelledDomain> domains = read_labelled_domains(text, header.last_domain);
  const std::vector<Terminal> terminals = terminals_of(domains, header.terminals, text);
  const std::vector<Slot> slots = slots_of(terminals, text);
  std::vector<bool> is_terminal(domains.size(), false);
  for (const Terminal& terminal : terminals) is_terminal[terminal.domain] = true;
  std::vector<std::uint32_t> table;
  for (std::size_t i = 1; i < domains.size(); ++i) {
    for (std::size_t j = 1; j < i; ++j) {
      const bool both = is_terminal[i] && is_terminal[j];
      const std::uint64_t distance = text.number("the distance of two domains", both ? 1 : 0, kLargestNumber);
      if (both) table.push_back(static_cast<std::uint32_t>(distance));
    }
  }
  return architecture_of(terminals, slots, std::move(table));
}

}  // namespace

std::vector<std::uint64_t> unless_equal(std::vector<std::uint64_t> speeds) {
  if (std::adjacent_find(speeds.begin(), speeds.end(), std::not_equal_to<>()) == speeds.end()) speeds.clear();
  return speeds;
}

Architecture read_decomposition(formats::NumberStream& text) {
  switch (text.number("the type of a decomposition", 0, 2)) {
    case 0:
      return read_terminals(text);
    case 1:
      return read_compiled(text);
    default:
      return read_graph_decomposition(text);
  }
}

}  // namespace topomorph::topology::scotch
