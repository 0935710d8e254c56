// The same trace and machine as files for SimGrid's SMPI.
#include "benchmarks/scale/simgrid.h"

#include <set>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/replay/time_independent/writer.h"

namespace topomorph::scale {

namespace {

void write_file(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

void write_simgrid_trace(const trace::Trace& trace, const std::string& folder) {
  replay::write_time_independent(trace, kFlopsOfCore, folder + "/trace.txt");
  write_file(folder + "/trace.list", folder + "/trace.txt\n");
}

void write_simgrid_platform(const Machine& machine, const NetworkCosts& costs, const std::string& path) {
  std::string text = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n";
  text += "<platform version=\"4.1\">\n<zone id=\"job\" routing=\"Full\">\n";
  std::set<Link> used;
  std::string routes;
  std::vector<Link> links;
  for (std::uint64_t a = 0; a < machine.hosts(); ++a) {
    text += fmt::format("<host id=\"h{}\" speed=\"{:.0f}f\" core=\"{}\"/>\n", a, kFlopsOfCore, kCores);
    routes += fmt::format("<route src=\"h{0}\" dst=\"h{0}\"><link_ctn id=\"copy\"/></route>\n", a);
    for (std::uint64_t b = 0; b < machine.hosts(); ++b) {
      if (a == b) continue;
      links.clear();
      machine.routing->route(a * kCores, b * kCores, links);
      used.insert(links.begin(), links.end());
      routes += fmt::format("<route src=\"h{}\" dst=\"h{}\" symmetrical=\"NO\"><link_ctn id=\"base\"/>", a, b);
      for (const Link link : links) routes += fmt::format("<link_ctn id=\"l{}\"/>", link);
      routes += "</route>\n";
    }
  }
  const auto link_line = [&](const std::string& id, double rate, double latency, const char* policy) {
    text += fmt::format("<link id=\"{}\" bandwidth=\"{:.0f}Bps\" latency=\"{:.9f}s\" sharing_policy=\"{}\"/>\n", id,
                        rate, latency, policy);
  };
  link_line("base", 1e15, costs.latency, "FATPIPE");
  link_line("copy", kInsideHost.bandwidth, kInsideHost.latency, "FATPIPE");
  for (const Link link : used) {
    const double rate = costs.gigabits * 1e9 / 8 * machine.routing->bandwidth(link);
    link_line(fmt::format("l{}", link), rate, costs.link_latency, "SHARED");
  }
  write_file(path, text + routes + "</zone>\n</platform>\n");
}

void write_simgrid_hosts(const Mapping& mapping, const std::string& path) {
  std::string text;
  for (const Slot slot : mapping) text += fmt::format("h{}\n", slot / kCores);
  write_file(path, text);
}

}  // namespace topomorph::scale
