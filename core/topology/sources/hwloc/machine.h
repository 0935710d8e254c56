// Loads machines through hwloc (this host, XML files, synthetic descriptions) and finds where processes are bound.
#pragma once

#include <memory>
#include <string>

#include "core/base/line_reader.h"
#include "core/model/tree.h"

struct hwloc_topology;

namespace topomorph::topology {

/// hwloc takes the length as an int.
inline constexpr std::size_t kMostXml = std::size_t{1} << 30;

/// Returns the text of the file. hwloc itself would open devices and pipes too. Throws InputError.
inline std::string read_xml_text(const std::string& path) {
  LineReader reader(path);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).append("\n");
  return text;
}

/// One loaded hwloc topology. All functions that load throw InputError.
class Machine {
 public:
  /// Loads this host, limited to what the process may use (cgroups). Takes milliseconds, more on big hosts.
  static Machine this_host();
  /// Loads this host, or the XML file `path` if it is not empty, with GPUs and network cards (devices.h). Takes longer:
  /// hwloc looks at the PCI bus.
  static Machine with_devices(const std::string& path);
  /// Loads an XML file of hwloc 1, 2 or 3 (lstopo FILE.xml), limited to what its writer was allowed to use. Refuses
  /// files with numbers that no machine has (trial.h).
  static Machine from_xml(const std::string& path);
  /// Loads the file without that limit: files of a cluster's hosts are often written inside a job with few of their
  /// cores.
  static Machine whole_from_xml(const std::string& path);
  /// Loads the file without that limit and with every object that hwloc knows, including devices: differences count
  /// them (difference.h).
  static Machine for_differences(const std::string& path);
  /// Loads hwloc's synthetic description, such as "pack:2 core:8 pu:1".
  static Machine synthetic(const std::string& description);

  hwloc_topology* get() const { return topology_.get(); }
  const std::string& what() const { return what_; }  ///< for messages: "this host", the path, "synthetic:DESCRIPTION"

 private:
  struct Destroy {
    void operator()(hwloc_topology* topology) const;
  };
  Machine();
  /// Loads a file; first in a child, where this process asks for it (trial.h).
  static Machine loaded(const std::string& path, void (Machine::*prepare)());
  void ask_for_devices();
  void ask_for_all();
  void ask_for_every_object();
  void set_xml(const std::string& path, const std::string& xml);
  void load(const std::string& what);
  std::unique_ptr<hwloc_topology, Destroy> topology_;
  std::string what_;
};

/// Hides hwloc's own messages in this process from now on, if hwloc has written none yet. They repeat texts of files as
/// they are, also what a terminal obeys and lines that look like ours; hwloc's answers say the same to us. For
/// processes of TopoMorph alone, before they use hwloc: inside a program, hwloc is the program's too.
void hide_messages_of_hwloc();

}  // namespace topomorph::topology
