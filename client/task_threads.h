#pragma once
// The threads of continuations.

#include <pplx/pplxtasks.h>

namespace rowhouse::tables {

// A scheduler that starts a thread whenever all of its threads are busy, and ends those that were
// idle for ten seconds. So a continuation that blocks, even in another call, holds up no other; and
// the threads of the connections run no code of users.
pplx::scheduler_ptr TaskThreads();

}  // namespace rowhouse::tables
