#include "table_service/wire/exchange.h"

#include "table_service/wire/connection.h"

#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::wire {

Exchange::Exchange(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

Exchange::~Exchange() {
  if (answered_.exchange(true)) return;
  spdlog::error("a request was dropped by its handler");
  connection_->Io()->Post([connection = connection_] { connection->RespondInternalError(); });
}

void Exchange::Answer(Response response) {
  if (answered_.exchange(true)) {
    spdlog::error("a request was answered twice; the second answer is dropped");
    return;
  }
  const std::shared_ptr<IoThread>& io = connection_->Io();
  if (io->RunsHere()) {
    connection_->Respond(std::move(response));
    return;
  }
  io->Post([connection = connection_, answer = std::move(response)]() mutable {
    connection->Respond(std::move(answer));
  });
}

}  // namespace rowhouse::wire
