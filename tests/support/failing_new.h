#pragma once
// An operator new that can be armed to fail. It replaces the one of every program that links it.

namespace rowhouse::test {

// Counts the allocations of all threads, except while NoFailure is in effect.
class FailingNew {
 public:
  // Makes `count` allocations fail, beginning with the `n`-th from now on; `n` counts from 1.
  static void Arm(int n, int count);
  // Lets all allocations succeed again.
  static void Disarm();
  // Returns true if an allocation has failed since Arm().
  static bool HasFired();
};

// While one exists, allocations of its thread neither fail nor count.
class NoFailure {
 public:
  NoFailure();
  ~NoFailure();
  NoFailure(const NoFailure&) = delete;
  NoFailure& operator=(const NoFailure&) = delete;
};

// Suspends one NoFailure for its lifetime.
class MayFail {
 public:
  MayFail();
  ~MayFail();
  MayFail(const MayFail&) = delete;
  MayFail& operator=(const MayFail&) = delete;
};

}  // namespace rowhouse::test
