#pragma once
// A shared access signature in the query string of a request: its fields, and the texts that the
// client may have signed (spec 2.5, 2.6). Pure.

#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Decoded values. A field that was not sent or was sent empty has no value, except that an empty
// key is a valid key.
struct SharedAccessToken {
  std::optional<std::string> version;      // sv
  std::optional<std::string> signature;    // sig
  std::optional<std::string> permissions;  // sp
  std::optional<std::string> start;        // st
  std::optional<std::string> expiry;       // se
  std::optional<std::string> addresses;    // sip
  std::optional<std::string> protocols;    // spr
  // Of an account SAS.
  std::optional<std::string> services;          // ss
  std::optional<std::string> resource_types;    // srt
  std::optional<std::string> encryption_scope;  // ses
  // Of a table SAS.
  std::optional<std::string> table;           // tn
  std::optional<std::string> policy;          // si
  std::optional<std::string> from_partition;  // spk
  std::optional<std::string> from_row;        // srk
  std::optional<std::string> to_partition;    // epk
  std::optional<std::string> to_row;          // erk

  bool IsForAccount() const { return services || resource_types; }
  // Whether rejections name what is not authorized rather than report that nothing exists (spec
  // 2.10).
  bool HasAuthorizationCodes() const;
};

// Whether the query has any sig=, valid or not.
bool HasSharedAccessToken(std::string_view raw_query);

// Parses the fields and checks each by itself and against the version. kAuthenticationFailed for a
// field that is duplicate, cannot be decoded, is malformed or is missing; kFeatureVersionMismatch
// for a field or a kind of signature that `sv` is too old for. Ignores other parameters.
Result<SharedAccessToken> ParseSharedAccessToken(std::string_view raw_query);

// The texts of which the client must have signed one. More than one where clients differ.
// REQUIRES: `token` comes from ParseSharedAccessToken()
std::vector<std::string> TextsToSign(const SharedAccessToken& token, std::string_view account);

}  // namespace rowhouse
