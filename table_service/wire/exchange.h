#pragma once
// The one answer that a request gets: behind every copy of its Responder.

#include "table_service/wire/message.h"

#include <atomic>
#include <memory>

namespace rowhouse::wire {

class Connection;

class Exchange {
 public:
  explicit Exchange(std::shared_ptr<Connection> connection);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  Exchange(Exchange&&) = delete;
  Exchange& operator=(Exchange&&) = delete;
  // A request whose handler forgot it is answered with 500: the connection must not hang.
  ~Exchange();

  // Any thread. Only the first answer counts.
  void Answer(Response response);

 private:
  std::shared_ptr<Connection> connection_;
  std::atomic<bool> answered_ = false;
};

}  // namespace rowhouse::wire
