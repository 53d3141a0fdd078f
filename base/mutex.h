#pragma once
// std::mutex and std::shared_mutex with the annotations that clang's -Wthread-safety checks;
// libstdc++'s own carry none.

#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define ROWHOUSE_TS(attribute) __attribute__((attribute))
#else
#define ROWHOUSE_TS(attribute)
#endif

namespace rowhouse {

// Also a BasicLockable, so that std::condition_variable_any can wait with it.
class ROWHOUSE_TS(capability("mutex")) Mutex {
 public:
  void lock() ROWHOUSE_TS(acquire_capability()) { mutex_.lock(); }
  bool try_lock() ROWHOUSE_TS(try_acquire_capability(true)) { return mutex_.try_lock(); }
  void unlock() ROWHOUSE_TS(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class ROWHOUSE_TS(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ROWHOUSE_TS(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  // For a mutex that the caller has already locked.
  MutexLock(Mutex& mutex, std::adopt_lock_t /*adopt*/) ROWHOUSE_TS(requires_capability(mutex))
      : mutex_(mutex) {}
  ~MutexLock() ROWHOUSE_TS(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class ROWHOUSE_TS(capability("mutex")) SharedMutex {
 public:
  void lock() ROWHOUSE_TS(acquire_capability()) { mutex_.lock(); }
  void unlock() ROWHOUSE_TS(release_capability()) { mutex_.unlock(); }
  void lock_shared() ROWHOUSE_TS(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() ROWHOUSE_TS(release_shared_capability()) { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

class ROWHOUSE_TS(scoped_lockable) SharedLock {  // for readers
 public:
  explicit SharedLock(SharedMutex& mutex) ROWHOUSE_TS(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~SharedLock() ROWHOUSE_TS(release_generic_capability()) { mutex_.unlock_shared(); }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  SharedMutex& mutex_;
};

class ROWHOUSE_TS(scoped_lockable) ExclusiveLock {  // for a writer
 public:
  explicit ExclusiveLock(SharedMutex& mutex) ROWHOUSE_TS(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~ExclusiveLock() ROWHOUSE_TS(release_capability()) { mutex_.unlock(); }
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace rowhouse
