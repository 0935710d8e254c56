// The tables of a .tmprof, which people can query.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace topomorph::formats::profile_schema {

/// Raised whenever an old reader would misunderstand a new file.
inline constexpr unsigned kFormatVersion = 1;
/// Version of files with rows in group_traffic, which readers of version 1 would miss.
inline constexpr unsigned kVersionWithGroups = 2;

/// Groups become rows of `traffic` if all of them together have at most this many directed pairs.
inline constexpr unsigned kMostExpandedPairs = 65536;

/// Message sizes are counted by the power of two above them, up to 64 bits.
inline constexpr unsigned kMostLog2 = 64;

/// What a table belongs to. Every profile has all tables of Basis. Of the other parts it has all tables or none:
/// versions before the part wrote none.
enum class Part : std::uint8_t { Basis, Groups, Trace, Network, Topologies, Processors };

struct Table {
  Part part;
  std::string_view name, sql;
};

/// The tables as a writer makes them, in this order. Readers accept these texts and no others, byte by byte: SQLite
/// keeps them in the file as they are here.
inline constexpr std::array kTables = {
    Table{Part::Basis, "meta", "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)"},
    Table{Part::Basis, "ranks",
          "CREATE TABLE ranks(rank INTEGER PRIMARY KEY, host TEXT, cpuset TEXT, path TEXT, mpi_seconds REAL)"},
    Table{Part::Basis, "phases", "CREATE TABLE phases(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)"},
    // No index: rows are appended as they arrive, and the mapper reads them all.
    Table{Part::Basis, "traffic",
          "CREATE TABLE traffic(phase TEXT NOT NULL, layer TEXT NOT NULL, source INTEGER NOT NULL, destination INTEGER "
          "NOT NULL,                     bytes INTEGER NOT NULL, messages INTEGER NOT NULL)"},
    Table{Part::Groups, "groups", "CREATE TABLE groups(id INTEGER PRIMARY KEY, members TEXT NOT NULL)"},
    Table{Part::Groups, "group_traffic",
          "CREATE TABLE group_traffic(phase TEXT NOT NULL, layer TEXT NOT NULL, group_id INTEGER NOT NULL, direction "
          "TEXT NOT NULL,                           first INTEGER NOT NULL, last INTEGER NOT NULL, bytes INTEGER NOT "
          "NULL, messages INTEGER NOT NULL)"},
    Table{Part::Basis, "calls",
          "CREATE TABLE calls(phase TEXT NOT NULL, function TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT "
          "NULL,                   time REAL NOT NULL)"},
    Table{Part::Basis, "sizes",
          "CREATE TABLE sizes(phase TEXT NOT NULL, layer TEXT NOT NULL, log2 INTEGER NOT NULL, messages INTEGER NOT "
          "NULL)"},
    Table{Part::Trace, "trace",
          "CREATE TABLE trace(rank INTEGER PRIMARY KEY, seen INTEGER NOT NULL, window TEXT NOT "
          "NULL)"},
    Table{Part::Trace, "trace_steps",
          "CREATE TABLE trace_steps(rank INTEGER NOT NULL, part INTEGER NOT NULL, steps BLOB NOT NULL)"},
    Table{Part::Trace, "trace_groups", "CREATE TABLE trace_groups(id INTEGER PRIMARY KEY, members TEXT NOT NULL)"},
    Table{Part::Network, "network",
          "CREATE TABLE network(reach TEXT NOT NULL, rank INTEGER NOT NULL, other INTEGER NOT NULL, latency REAL NOT "
          "NULL,                     bandwidth REAL NOT NULL, burst_bytes REAL NOT NULL, burst_bandwidth REAL NOT "
          "NULL,                     send REAL NOT NULL, receive REAL NOT NULL, waiting REAL NOT NULL)"},
    Table{Part::Topologies, "topologies",
          "CREATE TABLE topologies(id INTEGER PRIMARY KEY, call TEXT NOT NULL, members TEXT NOT NULL, calls INTEGER "
          "NOT NULL, told INTEGER NOT NULL)"},
    Table{Part::Topologies, "topology_edges",
          "CREATE TABLE topology_edges(topology INTEGER NOT NULL, source INTEGER NOT NULL, destination INTEGER NOT "
          "NULL, weight INTEGER NOT NULL)"},
    Table{Part::Processors, "processors",
          "CREATE TABLE processors(rank INTEGER PRIMARY KEY, processors TEXT NOT NULL, seconds REAL NOT NULL, "
          "cpu_seconds REAL NOT NULL)"},
};

/// The network of the first profiles that had one: without `waiting`.
inline constexpr Table kNetworkWithoutWaiting = {
    Part::Network, "network",
    "CREATE TABLE network(reach TEXT NOT NULL, rank INTEGER NOT NULL, other INTEGER NOT NULL, latency REAL NOT "
    "NULL,                     bandwidth REAL NOT NULL, burst_bytes REAL NOT NULL, burst_bandwidth REAL NOT "
    "NULL,                     send REAL NOT NULL, receive REAL NOT NULL)"};

/// The tables with an index, which SQLite makes by itself, for a key or a column of unique values.
inline constexpr std::array<std::string_view, 2> kWithIndex = {"meta", "phases"};

}  // namespace topomorph::formats::profile_schema
