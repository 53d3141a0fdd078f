#pragma once
// The single answer to a request, shared by all copies of its Responder.

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
  // Answers with 500 if the handler dropped the request, so that the connection does not hang.
  ~Exchange();

  // Called on any thread. Only the first answer is sent.
  void Answer(Response response);

 private:
  std::shared_ptr<Connection> connection_;
  std::atomic<bool> answered_ = false;
};

}  // namespace rowhouse::wire
