#pragma once
// Declares pplx::task, so that the clients' headers need not include it. Who uses a task includes
// <rowhouse/async.h>.

namespace pplx {
template <typename Result>
class task;
}  // namespace pplx
