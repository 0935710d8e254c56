// The little of SQLite that profiles need, with errors that name the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace topomorph::formats {

/// An open SQLite file. Neither way of opening takes file locks: network file systems often have none, and a profile is
/// written under a name that nobody knows and never changed afterwards.
class Database {
 public:
  /// Opens an empty file for one writer. `shown` is the name that messages use.
  static Database create(const std::string& path, const std::string& shown);
  /// Nothing in the file is trusted: no more is done for a query than a whole file of its size could ask for. Throws
  /// InputError if the file cannot be opened.
  static Database open_for_reading(const std::string& path);

  void run(const std::string& sql);
  /// Throws InputError with what SQLite has to say.
  [[noreturn]] void fail() const;
  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  Database(const std::string& name, int flags, const char* vfs, std::string shown);
  void distrust(std::uint64_t file_bytes);

  std::unique_ptr<std::uint64_t> patience_;  // million steps left; where SQLite finds it when this object moves
  std::unique_ptr<sqlite3, Close> handle_;
  std::string shown_;
};

/// One prepared statement. Parameters and columns are numbered from 0.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, std::uint64_t number);  ///< throws InputError above 2^63 - 1, SQLite's limit
  Statement& bind(int parameter, double number);
  /// Goes to the next row; false at the end.
  bool step();
  /// Runs a statement without rows, ready to be bound again.
  void execute();

  std::string text(int column) const;
  std::uint64_t number(int column) const;  ///< throws InputError for a value that is no whole number of 0 or more
  double real(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

}  // namespace topomorph::formats
