#pragma once
// Declares pplx::task, so that the clients' headers need not include it. Who uses a task includes
// <rowhouse/async.h>: without it compilers report an incomplete type and quote the line below.

namespace pplx {
template <typename Result>
class task;  // incomplete here: #include <rowhouse/async.h> to call the ...Async() functions
}  // namespace pplx
