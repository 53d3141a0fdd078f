#pragma once
// A shared access signature as the query string of a request spells it: its fields, and the texts
// that it may have signed (spec 2.5, 2.6). Pure.

#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Decoded values. A field that was not sent has no value, and one that was sent empty has none
// either, but for the keys: an empty key is a key.
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
  // Refusals say what is not authorized, and not that nothing was found (spec 2.10).
  bool HasAuthorizationCodes() const;
};

// Whether the query has a signature: any sig=, whatever it is worth.
bool HasSharedAccessToken(std::string_view raw_query);

// The fields, each checked for itself and against its version. kAuthenticationFailed for a field
// that is there twice, cannot be decoded, has no legal form or is missing; kFeatureVersionMismatch
// for a field, a kind or a table SAS that `sv` is too old for. Other parameters are skipped.
Result<SharedAccessToken> ParseSharedAccessToken(std::string_view raw_query);

// The texts one of which the signature has to be of. More than one where clients differ.
// REQUIRES: ParseSharedAccessToken() made `token`
std::vector<std::string> TextsToSign(const SharedAccessToken& token, std::string_view account);

}  // namespace rowhouse
