// Interprets texts of an InfiniBand fabric: names of hosts, speeds of links, GUIDs.
#include "core/topology/sources/infiniband/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/base/line_reader.h"

namespace topomorph::topology::infiniband {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns whether a vendor's own description begins with this word; no host has such a name.
bool is_vendors_word(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kWords = {"ConnectX",   "Infiniscale", "InfiniScale", "InfiniHost",
                                                             "Infinihost", "Mellanox",    "HCA-",        "localhost"};
  const bool chip = word.size() > 2 && word.starts_with("MT") && is_digit(word[2]);
  return chip || std::any_of(kWords.begin(), kWords.end(), [&](auto begin) { return word.starts_with(begin); });
}

bool is_host_name(std::string_view word) {
  const auto allowed = [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_'; };
  return !word.empty() && (is_letter(word[0]) || is_digit(word[0])) && !is_vendors_word(word) &&
         std::all_of(word.begin(), word.end(), allowed);
}

/// Recognizes adapters ("HCA-1", "mlx5_0", "qib0", "hfi1_0", "ib0:1"): they begin with a letter and end with a digit.
bool is_device(std::string_view word) {
  return is_letter(word.front()) && is_digit(word.back()) && (word.starts_with("HCA-") || !is_vendors_word(word));
}

}  // namespace

std::string host_of_description(std::string_view description) {
  Words words(description);
  const std::string_view host = words.next();
  const std::string_view device = words.next();
  if (!is_host_name(host) || (!device.empty() && !is_device(device))) return "";
  return std::string(host);
}

bool is_aggregation_node(std::string_view description) {
  return description.find("Aggregation Node") != std::string_view::npos;
}

double link_bandwidth(std::string_view width, std::string_view speed) {
  // Gbit/s of one lane times the share that the encoding leaves: 8/10, and 64/66 from FDR10 on.
  static constexpr std::array<std::pair<std::string_view, double>, 9> kLanes = {{{"SDR", 2},
                                                                                 {"DDR", 4},
                                                                                 {"QDR", 8},
                                                                                 {"FDR10", 10 * 64. / 66},
                                                                                 {"FDR", 14.0625 * 64 / 66},
                                                                                 {"EDR", 25 * 64. / 66},
                                                                                 {"HDR", 50 * 64. / 66},
                                                                                 {"NDR", 100 * 64. / 66},
                                                                                 {"XDR", 200 * 64. / 66}}};
  unsigned lanes = 0;
  const auto [end, error] = std::from_chars(width.data(), width.data() + width.size(), lanes);
  if (error != std::errc() || lanes > 64 || std::string_view(end, width.data() + width.size()) != "x") return 0;
  const auto lane =
      std::find_if(kLanes.begin(), kLanes.end(), [&](const auto& candidate) { return candidate.first == speed; });
  return lanes * (lane == kLanes.end() ? kLanes[0] : *lane).second;
}

std::uint64_t parse_guid(std::string_view text) {
  std::string digits;
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != ':'; });
  std::uint64_t guid = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), guid, 16);
  return error == std::errc() && end == digits.data() + digits.size() ? guid : 0;
}

}  // namespace topomorph::topology::infiniband
