// Reads the dynamic symbols of a loaded library from the loader's tables.
#pragma once

#include <cstddef>
#include <cstdint>

#include <link.h>

namespace topomorph::loading {

/// Returns the address that an entry of the loader's tables means. glibc relocates these entries in place on most
/// machines, but not on all.
template <class Type>
Type* at(const link_map& library, ElfW(Addr) pointer) {
  return reinterpret_cast<Type*>(pointer < library.l_addr ? library.l_addr + pointer : pointer);
}

/// The symbols of one library, which must stay loaded. Allocates nothing.
class DynamicSymbols {
 public:
  /// Has no symbols if the library has no table of them.
  explicit DynamicSymbols(const link_map& library);

  std::size_t size() const { return size_; }
  const char* name(std::size_t i) const { return strings_ + symbols_[i].st_name; }
  ElfW(Sym) & operator[](std::size_t i) const { return symbols_[i]; }
  void* address(std::size_t i) const { return reinterpret_cast<void*>(base_ + symbols_[i].st_value); }

  /// Whether symbol `i` is a function that the library defines for others.
  bool is_exported_function(std::size_t i) const;
  /// Whether symbol `i` is a function or datum that the library takes from others and cannot do without.
  bool is_needed(std::size_t i) const;
  /// Returns the index of the function of this name that the library defines for others; size() if there is none.
  std::size_t exported_function(const char* name) const;

 private:
  bool is_exported(std::size_t i, const char* name) const;

  ElfW(Addr) base_ = 0;
  ElfW(Sym) * symbols_ = nullptr;
  const char* strings_ = nullptr;
  const std::uint32_t* gnu_hash_ = nullptr;
  std::size_t size_ = 0;
};

/// Returns the library that contains `address`; null if there is none.
const link_map* library_of(const void* address);

/// Returns the name of the last function before `address` that its library exports; "" if there is none. Reads all
/// symbols of the library.
const char* exported_before(const void* address);

/// Returns the first library of this process, which is the program itself. The others follow by l_next.
const link_map* first_library();

}  // namespace topomorph::loading
