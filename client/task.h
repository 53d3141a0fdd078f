#pragma once
// The task form of an operation. The only header here that includes pplx.

#include "client/calls/operation.h"
#include "client/task_threads.h"

#include <pplx/pplxtasks.h>
#include <type_traits>
#include <utility>

namespace rowhouse::tables {

// A task of T; of void for the type Nothing.
template <class T>
using TaskOf = pplx::task<std::conditional_t<std::is_same_v<T, Nothing>, void, T>>;

template <class T>
TaskOf<T> RunAsync(const Connection& connection, Operation<T> operation, const CallOptions& call) {
  using Result = std::conditional_t<std::is_same_v<T, Nothing>, void, T>;
  pplx::task_completion_event<Result> event;
  CallSpec spec = std::move(operation.spec);
  connection.Start(std::move(spec), call,
                   [event, operation = std::move(operation)](Connection::Outcome outcome) {
                     try {
                       T result = ResultOf(operation, std::move(outcome));
                       if constexpr (std::is_void_v<Result>) {
                         event.set();
                       } else {
                         event.set(std::move(result));
                       }
                     } catch (...) {
                       event.set_exception(std::current_exception());
                     }
                   });
  return pplx::task<Result>(event, pplx::task_options(TaskThreads()));
}

}  // namespace rowhouse::tables
