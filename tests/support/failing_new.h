#pragma once
// An operator new that fails when it is told to. A test program that links it has it everywhere.

namespace rowhouse::test {

// Counts allocations of all threads, except where NoFailure is in force.
class FailingNew {
 public:
  // The `n`-th allocation from now on fails, from 1, and so do those after it up to `count` in all.
  static void Arm(int n, int count);
  // Nothing fails any more.
  static void Disarm();
  // Whether an allocation has failed since Arm().
  static bool HasFired();
};

// While one lives, allocations of its thread neither fail nor count.
class NoFailure {
 public:
  NoFailure();
  ~NoFailure();
  NoFailure(const NoFailure&) = delete;
  NoFailure& operator=(const NoFailure&) = delete;
};

// Takes one NoFailure back for its lifetime.
class MayFail {
 public:
  MayFail();
  ~MayFail();
  MayFail(const MayFail&) = delete;
  MayFail& operator=(const MayFail&) = delete;
};

}  // namespace rowhouse::test
