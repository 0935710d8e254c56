// Keeps the names of the phases.
#include "monitoring/phases.h"

#include <map>
#include <memory>
#include <mutex>

#include "monitoring/monitor.h"

namespace topomorph::monitoring::phases {
namespace {

struct Registry {
  std::mutex guard;
  Phase first{"main"};
  Phase* last = &first;
  std::map<std::string, std::uint32_t, std::less<>> numbers{{"main", 0}};
};

/// Never destroyed: threads may outlive main().
Registry& registry() {
  static auto* const all = new Registry;
  return *all;
}

/// The record has one name a line.
std::string one_line(std::string_view name) {
  std::string line(name.empty() ? "main" : name);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

}  // namespace

std::uint32_t number_of(std::string_view name) {
  std::string line = one_line(name);
  Registry& all = registry();
  const std::lock_guard lock(all.guard);
  if (const auto known = all.numbers.find(line); known != all.numbers.end()) return known->second;
  const auto next = static_cast<std::uint32_t>(all.numbers.size());
  if (next == kMaximalPhases) return next - 1;
  if (next == kMaximalPhases - 1) line = "(more phases)";
  auto phase = std::make_unique<Phase>();  // clang 14 cannot initialise an aggregate through it
  phase->name = line;
  all.numbers.emplace(std::move(line), next);
  all.last->next.store(phase.get(), std::memory_order_release);
  all.last = phase.release();
  return next;
}

const Phase* first() { return &registry().first; }

std::string listed() {
  std::string text;
  for_each([&](const Phase& phase) { text += phase.name + '\n'; });
  return text;
}

}  // namespace topomorph::monitoring::phases
