// Writes topologies for Graphviz and as JSON; the table of all formats.
#include "core/topology/export/export.h"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/topology/export/picture.h"
#include "core/topology/export/summary.h"
#include "core/topology/sources/netloc/hierarchy_writer.h"

namespace topomorph::topology {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace

void write_dot(const GivenTopology& given, const Output& output) {
  const Picture picture = picture_of(given);
  output(fmt::format("graph topology {{\n  label={};\n  node [shape=box, fontname=sans];\n",
                     in_quotes(given.topology->describe())));
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const PictureNode& node = picture.nodes[i];
    std::string label = node.name;
    if (node.slot && label != fmt::format("slot {}", *node.slot)) label += fmt::format(": slot {}", *node.slot);
    output(fmt::format("  n{} [label={}{}];\n", i, in_quotes(label), node.slot ? "" : ", shape=ellipse"));
  }
  for (const PictureLink& link : picture.links) {
    output(
        fmt::format("  n{} -- n{}{};\n", link.a, link.b, link.cost > 1 ? fmt::format(" [label={}]", link.cost) : ""));
  }
  output("}\n");
}

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
  std::string head = json_text(summary_json(given));
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

namespace {

constexpr std::array<ExportFormat, 5> kFormats = {{
    {"scotch", "a target architecture for Scotch", write_scotch, true},
    {"slurm", "the switches as Slurm's topology.conf", write_slurm},
    {"hierarchy", "networks in networks, line by line, as hierarchy:FILE reads them",
     [](const GivenTopology& given, const Output& output) { output(hierarchy_text(given)); }},
    {"dot", "a graph for Graphviz", write_dot},
    {"json", "everything: levels, hosts, nodes, slots, links", write_json, true},
}};

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

const ExportFormat& export_format(std::string_view name) {
  for (const ExportFormat& format : kFormats) {
    if (format.name == name) return format;
  }
  throw InputError("found format \"" + std::string(name) + "\", expected one of " +
                   listed(kFormats, &ExportFormat::name));
}

}  // namespace topomorph::topology
