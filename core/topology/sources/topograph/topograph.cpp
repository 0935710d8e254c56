// Reads the graph of NVIDIA's topograph: the switches and accelerator domains of each instance.
#include "core/topology/sources/topograph/topograph.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/slurm/host_list.h"
#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

namespace {

constexpr const char* kDomain = "accelerator.topograph.run/domain";
constexpr const char* kSubDomain = "accelerator.topograph.run/sub-domain";
constexpr std::size_t kMostLayers = 16;  // as levels of switches in Slurm's files

struct Instance {
  std::string host, domain, sub_domain;
  std::vector<std::string> switches;  ///< from the leaf up
  std::uint64_t line = 0;
};

using HostOfInstance = std::unordered_map<std::string, std::string>;  // host by instance

struct FileAndRequest {
  std::string file, request;
};

FileAndRequest split_request(const std::string& text) {
  static constexpr std::string_view kNodes = "?nodes=";
  const std::size_t at = text.rfind(kNodes);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + kNodes.size())};
}

/// Returns the list of that name, whose elements must be objects, as many as their lines.
const nlohmann::json& list_in(const JsonFile& file, const std::string& path, const char* name) {
  const auto list = file.document.find(name);
  const bool good =
      list != file.document.end() && list->is_array() &&
      std::all_of(list->begin(), list->end(), [](const nlohmann::json& each) { return each.is_object(); });
  if (!good) throw InputError(path, 0, fmt::format("found no list \"{}\" of objects, expected one", name));
  return *list;
}

/// Returns the line of each record of a list: other lists of objects may come before it, which no file of topograph
/// has.
std::uint64_t line_of(const JsonFile& file, const nlohmann::json& list, std::size_t i) {
  return file.record_lines.size() == list.size() ? file.record_lines[i] : 0;
}

HostOfInstance read_names(const std::string& path) {
  HostOfInstance names;
  if (path.empty()) return names;
  const JsonFile file = read_json_file(path);
  const nlohmann::json& regions = list_in(file, path, "nodes");
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const auto instances = regions[i].find("instances");
    if (instances == regions[i].end() || !instances->is_object()) {
      throw InputError(path, line_of(file, regions, i), "found a region without \"instances\", expected an object");
    }
    for (const auto& [instance, host] : instances->items()) {
      if (!host.is_string()) {
        throw InputError(path, line_of(file, regions, i),
                         fmt::format("found no name of the host of {}, expected a string", instance.substr(0, 60)));
      }
      names[instance] = host.get<std::string>();
    }
  }
  return names;
}

class InstanceReader {
 public:
  InstanceReader(const std::string& path, const HostOfInstance& names) : path_(path), names_(names) {}

  Instance read(const nlohmann::json& record, std::uint64_t line) {
    Instance instance;
    instance.line = line;
    const std::string id = text(record, "id", line);
    if (id.empty()) throw InputError(path_, line, "found an instance without \"id\", expected one");
    const auto name = names_.find(id);
    instance.host = name == names_.end() ? id : name->second;
    if (const auto labels = record.find("labels"); labels != record.end() && labels->is_object()) {
      instance.domain = text(*labels, kDomain, line);
      instance.sub_domain = text(*labels, kSubDomain, line);
    }
    instance.switches = layers(record, line);
    const auto [other, is_new] = line_of_host_.try_emplace(instance.host, line);
    if (is_new) return instance;
    throw InputError(path_, line,
                     fmt::format("host {} is already in line {}, expected each once", instance.host, other->second));
  }

 private:
  /// Returns the text of that name, empty if there is none.
  std::string text(const nlohmann::json& record, const char* name, std::uint64_t line) const {
    const auto found = record.find(name);
    if (found == record.end() || found->is_null()) return "";
    if (found->is_string()) return found->get<std::string>();
    throw InputError(path_, line, fmt::format("found \"{}\" that is no text, expected a string", name));
  }

  std::vector<std::string> layers(const nlohmann::json& record, std::uint64_t line) const {
    std::vector<std::string> names;
    const auto found = record.find("network_layers");
    if (found == record.end() || found->is_null()) return names;
    const auto is_text = [](const nlohmann::json& layer) { return layer.is_string(); };
    if (!found->is_array() || found->size() > kMostLayers || !std::all_of(found->begin(), found->end(), is_text)) {
      throw InputError(path_, line,
                       fmt::format("found \"network_layers\" that are no list of switches, expected at most {} strings",
                                   kMostLayers));
    }
    for (const nlohmann::json& layer : *found) names.push_back(layer.get<std::string>());
    return names;
  }

  const std::string& path_;
  const HostOfInstance& names_;
  std::unordered_map<std::string, std::uint64_t> line_of_host_;
};

/// Returns the switch of a layer, counted from the leaf; empty if the branch has none.
std::string layer_of(const Instance& instance, std::size_t layer) {
  return layer < instance.switches.size() ? instance.switches[layer] : "";
}

/// Returns whether every domain is below one switch of the layer.
bool holds_domains(const std::vector<Instance>& instances, std::size_t layer) {
  std::unordered_map<std::string, std::string> switch_of;
  return std::all_of(instances.begin(), instances.end(), [&](const Instance& instance) {
    if (instance.domain.empty()) return true;
    const std::string above = layer_of(instance, layer);
    return switch_of.try_emplace(instance.domain, above).first->second == above;
  });
}

bool has_any(const std::vector<Instance>& instances, std::string Instance::*name) {
  return std::any_of(instances.begin(), instances.end(), [&](const Instance& i) { return !(i.*name).empty(); });
}

GivenTopology network_of_instances(const std::vector<Instance>& instances) {
  std::size_t layers = 0, left_out = 0;
  for (const Instance& instance : instances) layers = std::max(layers, instance.switches.size());
  while (left_out < layers && !holds_domains(instances, left_out)) ++left_out;
  const bool domains = has_any(instances, &Instance::domain), parts = has_any(instances, &Instance::sub_domain);
  std::vector<std::string> inner;
  if (parts) inner.emplace_back("subdomain");
  if (domains) inner.emplace_back("domain");
  std::vector<HostPath> paths;
  for (const Instance& instance : instances) {
    HostPath path{instance.host, {}};
    if (parts) path.above.push_back(instance.sub_domain);
    if (domains) path.above.push_back(instance.domain);
    for (std::size_t layer = left_out; layer < layers; ++layer) path.above.push_back(layer_of(instance, layer));
    paths.push_back(std::move(path));
  }
  GivenTopology given = tree_of_host_paths(std::move(paths), "switch", inner);
  given.slurm = nullptr;
  if (left_out > 0) {
    given.notes.push_back(fmt::format(
        "accelerator domains have hosts at several switches: the {} lowest of {} layers of switches {} left out",
        left_out, layers, left_out == 1 ? "is" : "are"));
  }
  return given;
}

}  // namespace

GivenTopology read_topograph(const std::string& text) {
  const auto [path, request] = split_request(text);
  const HostOfInstance names = read_names(request);
  const JsonFile file = read_json_file(path);
  const nlohmann::json& list = list_in(file, path, "instances");
  if (list.empty()) throw InputError(path, 0, "found no instance, expected some");
  if (list.size() > kMaxListedHosts) {
    throw InputError(path, 0, fmt::format("found {} instances, expected at most {}", list.size(), kMaxListedHosts));
  }
  InstanceReader reader(path, names);
  std::vector<Instance> instances;
  for (std::size_t i = 0; i < list.size(); ++i) instances.push_back(reader.read(list[i], line_of(file, list, i)));
  return network_of_instances(instances);
}

namespace {

/// A parsed document takes tens of times the memory of its text, more the deeper it is. A machine's description is a
/// list of records: large ones have some megabytes.
constexpr std::uint64_t kLargestJson = std::uint64_t{64} << 20;
constexpr int kDeepestValue = 16;

/// Reads text for the parser, which takes one character after the other, and counts the lines.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::uint64_t& line) : at_(at), line_(&line) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::uint64_t* line_;
};

std::string text_of(const std::string& path) {
  LineReader reader(path, kLargestJson);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).push_back('\n');
  return text;
}

}  // namespace

JsonFile read_json_file(const std::string& path) {
  using nlohmann::json;
  const std::string text = text_of(path);
  JsonFile file;
  std::uint64_t line = 1;
  const auto note_line = [&](int depth, json::parse_event_t event, json&) {
    if (depth >= kDeepestValue)
      throw InputError(path, line, "found values nested too deeply, expected 16 levels at most");
    if (depth == 2 && event == json::parse_event_t::object_start) file.record_lines.push_back(line);
    return true;
  };
  try {
    const char* const begin = text.data();
    file.document = json::parse(CountingIterator(begin, line), CountingIterator(begin + text.size(), line), note_line);
  } catch (const json::exception&) {
    throw InputError(path, line, "found text that is no JSON, expected a JSON object");
  }
  if (!file.document.is_object()) throw InputError(path, 1, "found no object, expected a JSON object");
  return file;
}

}  // namespace topomorph::topology
