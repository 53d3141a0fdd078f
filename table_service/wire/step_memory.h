#pragma once
// Memory for a step that one thread posts to another, so that posting cannot fail for lack of
// memory.

#include <array>
#include <atomic>
#include <cstddef>
#include <new>

namespace rowhouse::wire {

// Holds one step at a time; further or larger ones come from the heap.
class StepMemory {
 public:
  StepMemory() = default;
  StepMemory(const StepMemory&) = delete;
  StepMemory& operator=(const StepMemory&) = delete;

  void* Take(std::size_t size) {
    if (size > kSize || is_taken_.exchange(true)) return ::operator new(size);
    return bytes_.data();
  }
  void Return(void* memory) noexcept {
    if (memory == bytes_.data()) {
      is_taken_.store(false);
    } else {
      ::operator delete(memory);
    }
  }

 private:
  static constexpr std::size_t kSize = 256;

  alignas(std::max_align_t) std::array<std::byte, kSize> bytes_;
  std::atomic<bool> is_taken_ = false;
};

// StepMemory as a standard allocator, for Asio.
template <class T>
class StepAllocator {
 public:
  using value_type = T;

  explicit StepAllocator(StepMemory& memory) : memory_(&memory) {}
  template <class Other>
  StepAllocator(const StepAllocator<Other>& other)  // NOLINT(google-explicit-constructor)
      : memory_(other.memory_) {}

  T* allocate(std::size_t count) { return static_cast<T*>(memory_->Take(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t /*count*/) noexcept { memory_->Return(memory); }
  template <class Other>
  bool operator==(const StepAllocator<Other>& other) const {
    return memory_ == other.memory_;
  }

 private:
  template <class Other>
  friend class StepAllocator;

  StepMemory* memory_;
};

}  // namespace rowhouse::wire
