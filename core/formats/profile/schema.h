// The tables of a .tmprof, which people can query.
#pragma once

namespace topomorph::formats::profile_schema {

/// Raised whenever an old reader would misunderstand a new file.
inline constexpr unsigned kFormatVersion = 1;
/// Version of files with rows in group_traffic, which readers of version 1 would miss.
inline constexpr unsigned kVersionWithGroups = 2;

/// Groups become rows of `traffic` if all of them together have at most this many directed pairs.
inline constexpr unsigned kMostExpandedPairs = 65536;

/// Message sizes are counted by the power of two above them, up to 64 bits.
inline constexpr unsigned kMostLog2 = 64;

inline constexpr const char* kTables =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE ranks(rank INTEGER PRIMARY KEY, host TEXT, cpuset TEXT, path TEXT, mpi_seconds REAL);"
    "CREATE TABLE phases(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL);"
    // No index: rows are appended as they arrive, and the mapper reads them all.
    "CREATE TABLE traffic(phase TEXT NOT NULL, layer TEXT NOT NULL, source INTEGER NOT NULL, destination INTEGER NOT "
    "NULL,"
    "                     bytes INTEGER NOT NULL, messages INTEGER NOT NULL);"
    "CREATE TABLE groups(id INTEGER PRIMARY KEY, members TEXT NOT NULL);"
    "CREATE TABLE group_traffic(phase TEXT NOT NULL, layer TEXT NOT NULL, group_id INTEGER NOT NULL, direction TEXT "
    "NOT "
    "NULL,"
    "                           first INTEGER NOT NULL, last INTEGER NOT NULL, bytes INTEGER NOT NULL, messages "
    "INTEGER "
    "NOT NULL);"
    "CREATE TABLE calls(phase TEXT NOT NULL, function TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL,"
    "                   time REAL NOT NULL);"
    "CREATE TABLE sizes(phase TEXT NOT NULL, layer TEXT NOT NULL, log2 INTEGER NOT NULL, messages INTEGER NOT NULL);"
    // Readers that do not know these tables pass over them.
    "CREATE TABLE trace(rank INTEGER PRIMARY KEY, seen INTEGER NOT NULL, window TEXT NOT NULL);"
    "CREATE TABLE trace_steps(rank INTEGER NOT NULL, part INTEGER NOT NULL, steps BLOB NOT NULL);"
    "CREATE TABLE trace_groups(id INTEGER PRIMARY KEY, members TEXT NOT NULL);"
    // Files of older versions have no such table.
    "CREATE TABLE network(reach TEXT NOT NULL, rank INTEGER NOT NULL, other INTEGER NOT NULL, latency REAL NOT NULL,"
    "                     bandwidth REAL NOT NULL, burst_bytes REAL NOT NULL, burst_bandwidth REAL NOT NULL,"
    "                     send REAL NOT NULL, receive REAL NOT NULL, waiting REAL NOT NULL);";

}  // namespace topomorph::formats::profile_schema
