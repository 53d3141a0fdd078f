#include "table_service/wire/exchange.h"

#include "table_service/wire/connection.h"

#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::wire {

Exchange::Exchange(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

Exchange::~Exchange() {
  if (answered_.exchange(true)) return;
  spdlog::error("a handler dropped a request without answering it");
  connection_->PostStep([](Connection& connection) { connection.RespondInternalError(); });
}

void Exchange::Answer(Response response) {
  if (answered_.exchange(true)) {
    spdlog::error("a handler answered a request twice; the second answer is dropped");
    return;
  }
  if (connection_->Io()->RunsHere()) {
    connection_->Respond(std::move(response));
    return;
  }
  connection_->PostStep([answer = std::move(response)](Connection& connection) mutable {
    connection.Respond(std::move(answer));
  });
}

}  // namespace rowhouse::wire
