// An array that grows without exceptions, for code inside an application's process.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace topomorph::trace {

template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  const T* data() const { return items_.get(); }

  /// Makes room for `count` items; returns whether there is.
  bool reserve(std::size_t count) {
    if (count <= capacity_) return true;
    std::unique_ptr<T[]> items(new (std::nothrow) T[count]);
    if (!items) return false;
    if (size_ > 0) std::memcpy(static_cast<void*>(items.get()), items_.get(), size_ * sizeof(T));
    items_ = std::move(items);
    capacity_ = count;
    return true;
  }
  /// The three below need room for the result.
  void push(const T& item) { items_[size_++] = item; }
  void insert(std::size_t at, const T& item) {
    if (at < size_) std::memmove(static_cast<void*>(&items_[at + 1]), &items_[at], (size_ - at) * sizeof(T));
    items_[at] = item;
    ++size_;
  }
  void truncate(std::size_t size) { size_ = size; }

 private:
  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace topomorph::trace
