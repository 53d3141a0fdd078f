#pragma once
// The names that a machine has for itself.

#include <string_view>

namespace rowhouse {

// Whether `host` is a loopback address: "127.1.2.3" and the like, but not "127.evil.example"; "::1",
// also in brackets.
bool IsLoopbackAddress(std::string_view host);

// Whether `host`, with a port or without, is a loopback address, "localhost" or a name below it,
// which browsers resolve locally.
bool IsLoopbackHost(std::string_view host);

}  // namespace rowhouse
