#pragma once
// Tokens of Microsoft Entra ID, instead of the account's key.

#include <functional>
#include <string>

namespace rowhouse::tables {

// Returns a token for the audience https://storage.azure.com/, as a library or `az account
// get-access-token` gives it, without "Bearer ".
//
// Called once for each call of a client (each page of a query is one), and its token is sent with
// all attempts of that call. Nothing is kept in between: the callback keeps its token, and fetches
// the next one some minutes before that expires.
// Threads: whichever begins the call: the caller's, or one of the library's where a fan-out or a
//   task goes on by itself. Calls may overlap, so guard what is kept.
// Errors: what it throws ends the call with a TableError of kind kNotSent that has the exception's
//   text; so does a token that is empty or has a control character. A token that the service refuses
//   ends the call with a TableError of status 401 (it is expired, or for another audience or tenant)
//   or 403 (no role allows this). Neither is repeated: forget that token, and call again.
using TokenCallback = std::function<std::string()>;

}  // namespace rowhouse::tables
