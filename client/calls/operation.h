#pragma once
// A call and what its answer means. The synchronous and the task form of every client call run the
// same operation.

#include "client/calls/connection.h"
#include "client/values/entity_text.h"

#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace rowhouse::tables {

struct Nothing {};

template <class T>
struct Operation {
  CallSpec spec;
  // Makes the result of an answer. May throw UnreadableAnswer, or a TableError of its own.
  std::function<T(Answer&)> read;
  // Makes a result of an error, if it is one that the caller asked about.
  std::function<std::optional<T>(const TableError&)> recover = {};
};

// Throws what the call throws.
template <class T>
T ResultOf(const Operation<T>& operation, Connection::Outcome outcome) {
  if (auto* error = std::get_if<std::exception_ptr>(&outcome)) {
    if (!operation.recover) std::rethrow_exception(*error);
    try {
      std::rethrow_exception(*error);
    } catch (const TableError& thrown) {
      if (auto result = operation.recover(thrown)) return *std::move(result);
      throw;
    }
  }
  Answer& answer = std::get<Answer>(outcome);
  try {
    return operation.read(answer);
  } catch (const UnreadableAnswer& unreadable) {
    answer.info.message = unreadable.what();
    throw TableError(std::move(answer.info));
  }
}

// Waits for the outcome. Blocks no thread that the connections need, unless called on one.
template <class T>
T Run(const Connection& connection, const Operation<T>& operation, const CallOptions& call) {
  const auto promise = std::make_shared<std::promise<Connection::Outcome>>();
  auto outcome = promise->get_future();
  connection.Start(operation.spec, call,
                   [promise](Connection::Outcome made) { promise->set_value(std::move(made)); });
  return ResultOf(operation, outcome.get());
}

}  // namespace rowhouse::tables
