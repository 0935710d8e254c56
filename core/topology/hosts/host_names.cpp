// Finds hosts by name, with or without the domain.
#include "core/topology/hosts/host_names.h"

#include "core/base/text.h"

namespace topomorph::topology {

namespace {

std::string without_domain(const std::string& name) {
  const bool is_address = name.find_first_not_of("0123456789.:") == std::string::npos;
  return is_address ? name : name.substr(0, name.find('.'));
}

}  // namespace

HostNames::HostNames(std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lower_case(names[i]);
    full_.try_emplace(name, i);
    const auto [other, is_new] = short_.try_emplace(without_domain(name), i);
    if (!is_new && lower_case(names[other->second == kSeveral ? i : other->second]) != name) other->second = kSeveral;
  }
}

std::optional<std::size_t> HostNames::find(std::string_view name) const {
  const std::string wanted = lower_case(name);
  if (const auto found = full_.find(wanted); found != full_.end()) return found->second;
  const std::string short_form = without_domain(wanted);
  const auto found = short_.find(short_form);
  return found == short_.end() || found->second == kSeveral ? std::nullopt : std::optional(found->second);
}

}  // namespace topomorph::topology
