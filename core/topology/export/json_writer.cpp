// Writes topologies as JSON with all that is known of them.
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/topology/export/export.h"
#include "core/topology/export/outline.h"
#include "core/topology/export/picture.h"

namespace topomorph::topology {

namespace {

using Json = nlohmann::ordered_json;

Json node_json(const PictureNode& node) {
  Json json = {{"name", node.name}};
  if (node.slot) json["slot"] = *node.slot;
  if (node.level > 0) json["level"] = node.level;
  if (node.distance > 0) json["distance"] = node.distance;
  return json;
}

/// Writes an array, one item a line. Large arrays are never built in memory.
template <typename Items, typename ToJson>
void write_array(const char* name, const Items& items, ToJson to_json, const Output& output) {
  output(std::string(",\n\"") + name + "\": [");
  const char* separator = "\n";
  for (const auto& item : items) {
    output(separator + json_text(to_json(item)));
    separator = ",\n";
  }
  output("]");
}

}  // namespace

void write_json(const GivenTopology& given, const Output& output) {
  const Picture picture = picture_of(given);
  std::string head = json_text(outline_json(given));
  head.pop_back();
  output(head);
  write_array("nodes", picture.nodes, node_json, output);
  write_array(
      "links", picture.links,
      [](const PictureLink& link) {
        return link.cost > 0 ? Json{link.a, link.b, link.cost} : Json{link.a, link.b};
      },
      output);
  output("}\n");
}

}  // namespace topomorph::topology
