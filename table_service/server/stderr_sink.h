#pragma once
// Where the log goes: standard error, which nobody may be reading.

#include <spdlog/common.h>

namespace rowhouse::server {

// Writes lines to standard error, with colours on a terminal. A line for which there is no room, because
// whoever should read a pipe or a terminal does not, is lost instead of stopping its thread; the next line
// that is written follows a count of those. (A line of more than 4 KiB may still wait.)
// Threads: all calls may overlap.
spdlog::sink_ptr MakeStderrSink();

}  // namespace rowhouse::server
