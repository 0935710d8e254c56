// Marks a profile whose measured network cannot be relied on.
#include "tools/engine/doubtful_network.h"

#include "core/evaluation/network_costs.h"
#include "core/evaluation/network_doubt.h"

namespace topomorph::engine {

std::string mark_doubtful_network(formats::ProfileWriter& writer) {
  const std::string doubt = evaluation::doubt_about(writer.network());
  if (doubt.empty()) return "";
  writer.note_network_doubt(doubt);
  const bool several_hosts = evaluation::NetworkCosts(writer.network()).between_hosts() != nullptr;
  return several_hosts ? evaluation::clause_of_doubt(doubt) : "";
}

}  // namespace topomorph::engine
