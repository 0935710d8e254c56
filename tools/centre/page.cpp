// Writes the page of topomorph site.
#include "tools/centre/page.h"

#include "tools/report/page.h"

namespace topomorph::centre {

std::string page_of(const nlohmann::ordered_json& json) {
  return report::page_of({"TopoMorph site", "topomorph site FILE", assets::kScript}, json);
}

}  // namespace topomorph::centre
