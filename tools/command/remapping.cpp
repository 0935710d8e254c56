// Options and output of topomorph map --from: a mapping that starts from the present one.
#include "tools/command/remapping.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/role_files.h"
#include "core/topology/shapes/composed.h"
#include "tools/command/given_mapping.h"
#include "tools/output/costs.h"

namespace topomorph::command {

namespace {

void add_optional_count(CLI::App& app, const char* option, const char* type, std::optional<std::uint64_t>& value,
                        const char* help) {
  const auto set = [&value, option](const std::string& text) {
    value = parse_count(text);
    if (!value) throw InputError(fmt::format("{}: found '{}', expected a whole number of 0 or more", option, text));
  };
  app.add_option_function<std::string>(option, set, help)->type_name(type);
}

void to_slots(const std::vector<Slot>& slots, Mapping& mapping) {
  for (Slot& slot : mapping) slot = slots[slot];
}

std::string percent_more(Cost cost, Cost reference) {
  if (cost == reference) return "as much as";
  if (reference == 0) return "more than";
  const double ratio = static_cast<double>(cost) / static_cast<double>(reference);
  return fmt::format("{:.1f} % {} than", ratio < 1 ? 100 * (1 - ratio) : 100 * (ratio - 1),
                     ratio < 1 ? "less" : "more");
}

nlohmann::ordered_json relocated_json(const mapping::Relocated& relocated) {
  return {{"cost", output::number(relocated.cost)},
          {"move_cost", output::number(relocated.move_cost)},
          {"moved", relocated.moved}};
}

}  // namespace

void add_remapping_options(CLI::App& app, RemappingOptions& options) {
  app.add_option("--from", options.from,
                 "the present mapping, in slots of --topology: move roles only off lost slots, and where it pays")
      ->type_name(kGivenMappings);
  add_optional_count(app, "--move-cost", "BYTES", options.move_cost,
                     "with --from: bytes that move with a role; a move costs them x distance (with --weight messages: "
                     "messages; default: 0)");
  add_optional_count(app, "--most-moved", "N", options.most_moved,
                     "with --from: move at most N roles beside those that must (default: any number)");
}

void check_remapping(const RemappingOptions& options, evaluation::CostModel cost) {
  if (options.from.empty() && options.move_cost) throw InputError("--move-cost: expected --from MAPPING beside it");
  if (options.from.empty() && options.most_moved) throw InputError("--most-moved: expected --from MAPPING beside it");
  if (options.from.empty() || cost == evaluation::CostModel::HopBytes) return;
  throw InputError(fmt::format("--from: found --cost {}, expected hop-bytes", evaluation::name_of(cost)));
}

Mapping present_mapping(const RemappingOptions& options, std::uint64_t roles, const GivenTopology& given) {
  if (names_a_mapping(options.from)) return given_mapping(options.from, roles, given, "--from");
  Mapping present = formats::read_mapping(options.from, given.topology->slots());
  if (present.size() == roles) return present;
  throw InputError(
      fmt::format("{}: found {} slots for {} roles, expected one for each", options.from, present.size(), roles));
}

mapping::RemapResult remap_on(const Affinity& affinity, const std::shared_ptr<const Topology>& whole,
                              const std::vector<Slot>& slots, const Mapping& present, const mapping::MapOptions& map,
                              const RemappingOptions& options) {
  mapping::RemapOptions remap{map, present, options.move_cost.value_or(0), options.most_moved};
  if (slots.empty()) return mapping::remap(affinity, *whole, remap);
  for (Slot& slot : remap.present) {
    const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
    const bool is_lost = found == slots.end() || *found != slot;
    slot = is_lost ? mapping::kLostSlot : static_cast<Slot>(found - slots.begin());
  }
  mapping::RemapResult result = mapping::remap(affinity, *topology::restrict_to(whole, slots), remap);
  for (mapping::Relocated* each : {&result.chosen, &result.replaced, &result.scratch}) to_slots(slots, each->mapping);
  return result;
}

std::string as_text(const mapping::RemapResult& result, const RemappingOptions& options, Weight weight) {
  const auto describe = [](const mapping::Relocated& each) {
    return fmt::format("{} with {} moved", evaluation::to_string(each.cost), each.moved);
  };
  const std::uint64_t roles = result.chosen.mapping.size();
  return fmt::format(
      "from {}: {} of {} roles have lost their slots; hop-{} {} before{}, now {}: {} the mapping from scratch ({}); "
      "only roles that must move: {}",
      options.from, result.lost, roles, name_of(weight), evaluation::to_string(result.before),
      result.lost > 0 ? " between the others" : "", describe(result.chosen),
      percent_more(result.chosen.cost, result.scratch.cost), describe(result.scratch), describe(result.replaced));
}

nlohmann::ordered_json remapping_json(const mapping::RemapResult& result) {
  return {{"lost", result.lost},
          {"before", output::number(result.before)},
          {"chosen", relocated_json(result.chosen)},
          {"only_necessary", relocated_json(result.replaced)},
          {"from_scratch", relocated_json(result.scratch)},
          {"from_scratch_algorithm", result.algorithm}};
}

}  // namespace topomorph::command
