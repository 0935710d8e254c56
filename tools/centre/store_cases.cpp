// Reads what stores of topomorph auto predict.
#include "tools/centre/store_cases.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/store/store.h"

namespace topomorph::centre {

namespace {

/// Returns the case, if its newest prediction is a gain.
std::optional<StoreCase> gaining_case(const std::string& folder, const store::Entry& entry) {
  std::optional<double> gain;
  for (auto run = entry.runs.rbegin(); run != entry.runs.rend() && !gain; ++run) gain = store::predicted_gain(*run);
  if (!gain || *gain <= 0) return std::nullopt;
  const store::Run& last = entry.runs.back();
  const bool is_reordered = last.order != store::Order::Launcher;
  return StoreCase{
      folder, entry.what.program, entry.what.arguments, entry.what.ranks, entry.runs.size(), is_reordered, last.seconds,
      *gain};
}

void read_store(const std::string& folder, StoreCases& found) {
  if (access(folder.c_str(), R_OK | X_OK) != 0) {
    throw InputError(folder, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  const store::Store store(folder);
  for (const std::string& name : store.names()) {
    ++found.all;
    try {
      if (auto one = gaining_case(folder, store.read(name))) found.cases.push_back(std::move(*one));
    } catch (const InputError& error) {
      found.damaged.add(error.what());
    }
  }
}

}  // namespace

StoreCases read_stores(const std::vector<std::string>& folders) {
  StoreCases found;
  for (const std::string& folder : folders) read_store(folder, found);
  std::sort(found.cases.begin(), found.cases.end(), [](const StoreCase& a, const StoreCase& b) {
    const auto key = [](const StoreCase& one) {
      return std::make_tuple(one.is_reordered, -one.saved_seconds(), one.program, one.arguments, one.ranks, one.store);
    };
    return key(a) < key(b);
  });
  return found;
}

}  // namespace topomorph::centre
