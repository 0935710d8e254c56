// Virtual topologies in a Process frame: what a process has declared by MPI's topology functions with reorder=1.
//
// As text, "Cart_create 4x4|0|12|1*2 4;Dist_graph_create of 4 processes|3|1|-": topologies divided by ';', each its
// call, the line number of its group in Groups, the number of calls, and the edges from this process, or '-'.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::wire {

/// The keys of the Process frame: the text above; the calls that gave a virtual topology another order, divided by ";";
/// and "1" if another order was asked for, whether or not it was given.
inline constexpr const char* kDeclaredKey = "topologies";
inline constexpr const char* kChangedKey = "topologies_reordered";
inline constexpr const char* kAskedKey = "topologies_asked";

struct DeclaredEdge {
  std::uint64_t destination = 0;  ///< rank in MPI_COMM_WORLD as the program sees it
  std::uint64_t weight = 1;
};

struct DeclaredTopology {
  std::string call;                      ///< as in messages: "Cart_create 4x4"; without '|', ';' and line breaks
  std::uint32_t group = 0;               ///< of its processes: line number in Groups
  std::uint64_t calls = 0;               ///< of this kind on these processes
  bool has_edges = false;                ///< false: there were too many
  std::vector<DeclaredEdge> edges = {};  ///< of the first of the calls
};

/// Throws bad_alloc.
std::string declared_text(std::span<const DeclaredTopology> topologies);

/// Returns the calls in the text of kChangedKey.
std::vector<std::string> changed_calls_in(std::string_view text);
/// Returns "Cart_create 4x4, Cart_create 16, Graph_create of 16 processes and 2 more". Throws bad_alloc.
std::string words_of_calls(std::span<const std::string> calls);

/// Throws InputError for a text that is none.
std::vector<DeclaredTopology> declared_in(std::string_view text);

}  // namespace topomorph::wire
