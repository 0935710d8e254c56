// Writes topologies for Graphviz.
#include <fmt/format.h>

#include "core/topology/export/export.h"
#include "core/topology/export/picture.h"

namespace topomorph::topology {

namespace {

std::string quoted(std::string_view text) {
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
                     quoted(given.topology->describe())));
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const PictureNode& node = picture.nodes[i];
    std::string label = node.name;
    if (node.slot && label != fmt::format("slot {}", *node.slot)) label += fmt::format(": slot {}", *node.slot);
    output(fmt::format("  n{} [label={}{}];\n", i, quoted(label), node.slot ? "" : ", shape=ellipse"));
  }
  for (const PictureLink& link : picture.links) {
    output(
        fmt::format("  n{} -- n{}{};\n", link.a, link.b, link.cost > 1 ? fmt::format(" [label={}]", link.cost) : ""));
  }
  output("}\n");
}

}  // namespace topomorph::topology
