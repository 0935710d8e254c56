// Writes topologies for other programs: the table of formats.
#include "core/topology/export/export.h"

#include <array>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/topology/sources/netloc/hierarchy_writer.h"

namespace topomorph::topology {

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
