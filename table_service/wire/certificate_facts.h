#pragma once
// What an operator may know of the certificate that a server shows its clients.

#include "base/mutex.h"

#include <chrono>
#include <openssl/types.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::wire {

struct CertificateFacts {
  std::string subject = {};             // RFC 2253: "CN=shop.example,O=Shop"
  std::vector<std::string> names = {};  // hosts and addresses that it is for
  std::chrono::system_clock::time_point not_after = {};
  bool self_signed = false;
};

// Returns what `certificate` says; what it does not say in a readable form is left empty.
CertificateFacts FactsOf(const X509& certificate);

// Threads: any may call.
class CertificateInUse {
 public:
  void Set(CertificateFacts facts) {
    const MutexLock lock(mutex_);
    facts_ = std::move(facts);
  }
  // No value: the server does not listen for TLS.
  std::optional<CertificateFacts> Get() const {
    const MutexLock lock(mutex_);
    return facts_;
  }

 private:
  mutable Mutex mutex_;
  std::optional<CertificateFacts> facts_ ROWHOUSE_TS(guarded_by(mutex_)) = std::nullopt;
};

}  // namespace rowhouse::wire
