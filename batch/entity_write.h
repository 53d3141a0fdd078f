#pragma once
// Turns one entity write from its HTTP form into an Operation, and the outcome back into status and
// headers. A single write is a change set of one, so plain requests and the parts of a batch share
// all of this. Spec 3.5-3.7, 5.10-5.14, 8.3.

#include "base/header_list.h"
#include "entity/change_set.h"
#include "entity/entity_json.h"
#include "entity/error.h"
#include "entity/etag.h"
#include "entity/resource_address.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The headers of a request that decide how an entity is written, found in one pass. Views into the
// request.
struct WriteHeaders {
  WriteHeaders() = default;
  WriteHeaders(const HeaderList& headers);   // NOLINT(google-explicit-constructor)
  WriteHeaders(const HeaderViews& headers);  // NOLINT(google-explicit-constructor)

  std::optional<std::string_view> method = {};  // X-HTTP-Method
  std::size_t method_values = 0;                // a list has several
  std::optional<std::string_view> if_match = {};
  std::optional<std::string_view> if_none_match = {};
  std::optional<std::string_view> prefer = {};
};

enum class Preference : std::uint8_t { kNone, kReturnContent, kReturnNoContent };

// Parses the Prefer header, ignoring case; anything else is kNone (spec 3.5).
Preference ParsePrefer(std::optional<std::string_view> header);
// The preference that an error answer echoes from the request's Prefer header: none if the
// effective method is DELETE, which never returns content (spec 3.5).
Preference EchoedPreference(std::string_view method, const WriteHeaders& headers);
// "return-content", "return-no-content"; empty for kNone.
std::string_view ToString(Preference preference);

// Applies X-HTTP-Method: returns `method` or the method in the header (spec 3.7).
// kXMethodIncorrectCount, kXMethodIncorrectValue, kXMethodNotUsingPost.
Result<std::string> EffectiveMethod(std::string_view method, const WriteHeaders& headers);

// Parses If-Match and If-None-Match (spec 3.6) and checks them against the effective method; the
// error text for a DELETE names `table`. kInvalidInput.
Result<IfMatch> ParseConditions(std::string_view method, std::string_view table,
                                const WriteHeaders& headers);

// A write to one entity.
struct EntityWrite {
  std::string table = {};  // as spelled in the address
  EntityKey key = {};
  Operation operation = {};  // moved from when the change set is built
  Preference preference = Preference::kNone;
  // The properties as the answer to an insert prints them, if that differs from the stored form,
  // see EntityText. Empty: the operation's properties.
  std::string echo = {};
};

// The checks of ParseEntityWrite() that precede the body: method and address, then If-Match and
// If-None-Match. Separate for callers that check whether the table exists, which belongs between
// these and the body (spec 9.4). kMethodNotAllowed, kInvalidInput with the texts of spec 3.6.
Status CheckWriteHead(std::string_view method, const ResourceAddress& address,
                      const WriteHeaders& headers);

// `method` is the effective method: POST on a set; PUT, PATCH, MERGE, DELETE on an entity. Checks
// are made in the service's order (spec 9.4): CheckWriteHead(), body, keys. The operation's
// properties are in the body's order for an insert and sorted by name for every other write (spec
// 6.7). Rejects keys with forbidden characters; the length is left to the store, which looks for
// the entity of a delete or an update first.
Result<EntityWrite> ParseEntityWrite(std::string_view method, const ResourceAddress& address,
                                     const WriteHeaders& headers, std::string_view body);

// "application/json;odata=minimalmetadata;streaming=true;charset=utf-8" and the variants for other
// levels.
std::string_view EntityContentType(MetadataLevel level);

// Status, body and the headers that depend on the operation of a successful write (spec 5.10-5.14).
// What is empty is not sent.
struct WriteAnswer {
  int status = 0;
  std::string_view content_type = {};  // of the body
  std::string_view preference = {};    // Preference-Applied
  std::string location = {};
  bool has_id = false;  // DataServiceId, the same URL as Location
  std::string etag = {};
  std::string body = {};
  std::string_view data_service_version = {};  // "3.0;" or "1.0;"; printed in batch parts only
};
// Moves the headers to the end of `headers`, in the order of spec 8.3 and without
// DataServiceVersion.
void MoveHeaders(WriteAnswer& answer, HeaderList& headers);

// `operation` is that of `write`, from which it may have been moved.
WriteAnswer AnswerEntityWrite(const EntityWrite& write, const Operation& operation,
                              DateTime timestamp, const WireContext& context);

}  // namespace rowhouse
