// Omni-Path: links as opareport prints them in XML.
#pragma once

#include <string>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Returns whether the file is XML: its first character behind blanks is '<'. Throws InputError if it cannot be read.
bool is_opareport(const std::string& path);

/// Reads the output of `opareport -o topology` and `opareport -o links -x` (Omni-Path's FastFabric tools), and the
/// topology files of `opaxlattopology`: every <Link> in a <LinkSummary> (<ExternalLinkSummary>, ...) with its <Rate>
/// and two <Port>s, each with <NodeGUID> or <NodeDesc>, <PortNum>, and <NodeType> "FI" (a host's adapter) or "SW".
/// Other elements are skipped. A planned topology has no GUIDs; its nodes get numbers in the order of the file. Throws
/// InputError.
void read_opareport(const std::string& path, FabricBuilder& fabric);

}  // namespace topomorph::topology::infiniband
