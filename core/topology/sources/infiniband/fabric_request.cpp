// Parses specifications of fabrics, reads the fabric from its files and selects its hosts.
#include "core/topology/sources/infiniband/fabric_request.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/topology/sources/infiniband/ibnetdiscover.h"
#include "core/topology/sources/infiniband/ibroute.h"
#include "core/topology/sources/infiniband/netloc_nodes.h"
#include "core/topology/sources/infiniband/opareport.h"

namespace topomorph::topology::infiniband {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSubnet = "ib-subnet-", kText = ".txt";

bool exists(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

bool is_folder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> pieces;
  Words words(text, separators);
  for (auto word = words.next(); !word.empty(); word = words.next()) pieces.emplace_back(word);
  return pieces;
}

void set_key(FabricRequest& request, const std::string& setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  const std::string key = setting.substr(0, equals);
  const std::string value = equals < setting.size() ? setting.substr(equals + 1) : "";
  if (value.empty() || (key != "hosts" && key != "adapters" && key != "subnet" && key != "routes")) {
    throw InputError(
        fmt::format("{}: found \"?{}\", expected hosts=PATTERN, adapters=PATTERN, subnet=NAME or routes=PATH",
                    request.path, setting));
  }
  if (key == "hosts") request.hosts = split(value, ",");
  if (key == "adapters") request.adapters = split(value, ",");
  if (key == "subnet") request.subnet = value;
  if (key == "routes") request.routes = value;
}

/// Returns the sorted files whose names have this begin and end.
std::vector<fs::path> files_in(const fs::path& folder, std::string_view begin, std::string_view end) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), last; !failed && entry != last; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(begin) && name.ends_with(end) && !is_folder(entry->path())) files.push_back(entry->path());
  }
  if (failed) throw InputError(folder.string(), 0, "cannot be read: " + failed.message());
  std::sort(files.begin(), files.end());
  return files;
}

/// Returns "fe80:0000:0000:0000" for ib-subnet-fe80:0000:0000:0000.txt, empty for other files.
std::string subnet_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(kSubnet) || !name.ends_with(kText)) return "";
  return name.substr(kSubnet.size(), name.size() - kSubnet.size() - kText.size());
}

void read_routes(const fs::path& file, const std::string& asked_for, FabricBuilder& fabric) {
  fs::path routes = asked_for;
  const std::string subnet = subnet_of(file);
  if (routes.empty() && !subnet.empty()) routes = file.parent_path() / ("ibroutes-" + subnet);
  if (routes.empty() || (asked_for.empty() && !is_folder(routes))) return;
  const auto tables = is_folder(routes) ? files_in(routes, "", "") : std::vector{routes};
  for (const fs::path& table : tables) read_ibroute(table.string(), fabric);
}

Fabric read_file(const fs::path& file, const FabricRequest& request) {
  FabricBuilder fabric;
  if (is_netloc_nodes(file.string())) {
    read_netloc_nodes(file.string(), fabric);
  } else if (is_opareport(file.string())) {
    read_opareport(file.string(), fabric);
  } else {
    read_ibnetdiscover(file.string(), fabric);
  }
  if (fabric.hosts() == 0) {
    throw InputError(file.string(), 0, "found no hosts, expected ibnetdiscover's output or opareport's");
  }
  read_routes(file, request.routes, fabric);
  return fabric.finish(request.adapters);
}

bool is_asked_for(const Host& host, const FabricRequest& request) {
  if (!request.partition.empty()) {
    const auto& listed = host.classes;
    const std::string begin = host.name.substr(0, host.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
    const bool is_in = listed.empty() ? begin == request.partition
                                      : std::find(listed.begin(), listed.end(), request.partition) != listed.end();
    if (!is_in) return false;
  }
  return matches_one(host.name, request.hosts);
}

std::size_t number_asked_for(const Fabric& fabric, const FabricRequest& request) {
  return static_cast<std::size_t>(std::count_if(fabric.hosts.begin(), fabric.hosts.end(),
                                                [&](const Host& host) { return is_asked_for(host, request); }));
}

/// Returns ib-subnet-*.txt of the folder, or else of its ib-raw.
std::vector<fs::path> subnets_in(const fs::path& folder, const std::string& wanted) {
  std::vector<fs::path> files = files_in(folder, kSubnet, kText);
  if (files.empty() && is_folder(folder / "ib-raw")) files = files_in(folder / "ib-raw", kSubnet, kText);
  if (files.empty()) throw InputError(folder.string(), 0, "found no ib-subnet-*.txt, expected one for each subnet");
  if (wanted.empty()) return files;
  const std::string names = listed(files, subnet_of);
  std::erase_if(files, [&](const fs::path& file) { return !subnet_of(file).ends_with(wanted); });
  if (files.empty()) {
    throw InputError(folder.string(), 0, fmt::format("found the subnets {}, expected \"{}\"", names, wanted));
  }
  return files;
}

/// Refuses subnet= for a file whose name does not have that subnet.
void check_subnet(const FabricRequest& request) {
  if (request.subnet.empty() || !exists(request.path)) return;
  const std::string told = subnet_of(request.path);
  if (!told.empty() && told.ends_with(request.subnet)) return;
  throw InputError(
      request.path, 0,
      told.empty()
          ? fmt::format("found subnet={} for a file, expected it with a folder of ib-subnet-*.txt", request.subnet)
          : fmt::format("found the subnet {}, expected \"{}\"", told, request.subnet));
}

}  // namespace

FabricRequest FabricRequest::parse(const std::string& text) {
  FabricRequest request;
  std::size_t end = text.size();
  if (!exists(text)) end = std::min(text.find_first_of("#?"), text.size());
  request.path = text.substr(0, end);
  if (request.path.empty()) throw InputError("found no file of a fabric, expected FILE or FOLDER");
  const std::size_t query = std::min(text.find('?', end), text.size());
  if (end < query) request.partition = text.substr(end + 1, query - end - 1);
  if (end < query && request.partition.empty()) {
    throw InputError(fmt::format("{}: found no name behind '#', expected a partition", request.path));
  }
  if (query == text.size()) return request;
  const auto settings = split(std::string_view(text).substr(query + 1), "&");
  for (const std::string& setting : settings) set_key(request, setting);
  if (settings.empty()) set_key(request, "");
  return request;
}

Fabric read_fabric(const FabricRequest& request) {
  if (!is_folder(request.path)) {
    check_subnet(request);
    return read_file(request.path, request);
  }
  std::optional<Fabric> best;
  for (const fs::path& file : subnets_in(request.path, request.subnet)) {
    Fabric fabric = read_file(file, request);
    if (!best || number_asked_for(fabric, request) > number_asked_for(*best, request)) best = std::move(fabric);
  }
  return std::move(*best);
}

std::vector<std::uint32_t> requested_hosts(const Fabric& fabric, const FabricRequest& request) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t h = 0; h < fabric.hosts.size(); ++h) {
    if (is_asked_for(fabric.hosts[h], request)) chosen.push_back(h);
  }
  if (chosen.empty()) {
    throw InputError(fmt::format("{}: found none of the hosts that are asked for among {}, such as {}", request.path,
                                 fabric.hosts.size(), fabric.hosts.empty() ? "none" : fabric.hosts.front().name));
  }
  return chosen;
}

}  // namespace topomorph::topology::infiniband
