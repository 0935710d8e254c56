// A thin layer over SQLite for profiles, with errors that name the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/formats/profile/distrust.h"
#include "core/formats/profile/profile_file.h"

struct sqlite3;
struct sqlite3_stmt;

namespace topomorph::formats {

/// An open SQLite file. Takes no file locks: network file systems often have none, and a profile is written under a
/// temporary name and never changed afterwards.
class Database {
 public:
  /// Uses an empty open file for one writer. Messages use the name `shown`.
  static Database create(int descriptor, const std::string& shown);
  /// Opens a file without trusting its content: a query may read its tables and nothing else, and take no more steps
  /// and return no more bytes than a complete file of its size needs. Throws InputError if the file cannot be opened.
  static Database open_for_reading(const ProfileFile& file);

  void run(const std::string& sql);
  /// Lets the queries that follow do as much as if the file had just been opened.
  void renew_patience() const;
  /// Throws InputError with SQLite's message.
  [[noreturn]] void fail() const;
  [[noreturn]] void fail_as_damaged() const;
  /// Returns how many bytes a query may return: no limit for a file that this process writes.
  std::uint64_t bytes_of_query() const { return patience_ == nullptr ? ~std::uint64_t{0} : patience_->bytes; }
  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  Database(int descriptor, int flags, std::string shown);
  static Database read_from(const Descriptor& file, const std::string& shown);

  std::unique_ptr<Patience> patience_;  // a pointer, so that SQLite finds it after a move
  Patience whole_patience_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::string shown_;
};

/// A prepared statement. Parameters and columns are numbered from 0.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, std::uint64_t number);  ///< throws InputError above 2^63 - 1, SQLite's limit
  Statement& bind(int parameter, double number);
  Statement& bind_bytes(int parameter, std::string_view bytes);
  /// Goes to the next row; returns false at the end.
  bool step();
  /// Runs a statement without rows and resets it for the next bind.
  void execute();

  std::string text(int column) const;
  std::uint64_t number(int column) const;  ///< throws InputError unless it is a whole number of 0 or more
  double real(int column) const;
  std::string_view bytes(int column) const;  ///< valid until the next step()

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void take(std::uint64_t bytes) const;

  const Database& database_;
  mutable std::uint64_t bytes_left_;  // that the statement may still return
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

}  // namespace topomorph::formats
