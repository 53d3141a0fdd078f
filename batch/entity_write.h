#pragma once
// One entity write as HTTP spells it, turned into an Operation, and its outcome turned back into
// status and headers. A single write is a change set of one, so plain requests and the parts of a
// batch share all of this. Spec 3.5-3.7, 5.10-5.14, 8.3.

#include "base/header_list.h"
#include "entity/change_set.h"
#include "entity/entity_json.h"
#include "entity/entity_key.h"
#include "entity/error.h"
#include "entity/etag.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

enum class Preference : std::uint8_t { kNone, kReturnContent, kReturnNoContent };

// The Prefer header, without regard to case; anything else is kNone (spec 3.5).
Preference ParsePrefer(std::optional<std::string_view> header);
// What the answer to a request echoes of its Prefer header when it is an error: nothing when the
// effective method is DELETE, which has no content either way (spec 3.5).
Preference EchoedPreference(std::string_view method, const HeaderList& headers);
// "return-content", "return-no-content"; empty for kNone.
std::string_view ToString(Preference preference);

// X-HTTP-Method applied: `method` or what the header asks for (spec 3.7). kXMethodIncorrectCount,
// kXMethodIncorrectValue, kXMethodNotUsingPost.
Result<std::string> EffectiveMethod(std::string_view method, const HeaderList& headers);

// If-Match and If-None-Match (spec 3.6), read and checked against the effective method; `table` is
// named in the text for a DELETE. kInvalidInput.
Result<IfMatch> ParseConditions(std::string_view method, std::string_view table,
                                const HeaderList& headers);

// What is asked of one entity.
struct EntityWrite {
  std::string table = {};  // as spelled in the address
  EntityKey key = {};
  Operation operation = {};  // moved away when the change set is made
  Preference preference = Preference::kNone;
  // Properties as the answer to an insert prints them, when that is not how they are stored: see
  // EncodeEcho(). Empty: the operation's properties.
  std::string echo = {};
};

// What ParseEntityWrite() checks before the body: the pair of method and address, then If-Match and
// If-None-Match. For callers that ask whether the table exists: that question comes between the two
// (spec 9.4). kMethodNotAllowed, kInvalidInput with the texts of spec 3.6.
Status CheckWriteHead(std::string_view method, const ResourceAddress& address,
                      const HeaderList& headers);

// `method` is the effective method: POST on a set; PUT, PATCH, MERGE, DELETE on an entity. The
// order of its checks is the order of the service's answers (spec 9.4): CheckWriteHead(), body,
// keys. The operation's properties are in the body's order for an insert and sorted by name for
// every other write (spec 6.7). A key with characters that no key has is refused; one that is too
// long is the store's affair, which looks for the entity of a delete or an update first.
Result<EntityWrite> ParseEntityWrite(std::string_view method, const ResourceAddress& address,
                                     const HeaderList& headers, std::string_view body);

// "application/json;odata=minimalmetadata;streaming=true;charset=utf-8" and its sisters.
std::string_view EntityContentType(MetadataLevel level);

// Status, headers and body of a success, as spec 5.10-5.14 has them. `headers` holds only what
// depends on the operation (Content-Type, Preference-Applied, Location, DataServiceId, ETag), in
// the order of spec 8.3.
struct WriteAnswer {
  int status = 0;
  HeaderList headers = {};
  std::string body = {};
  std::string_view data_service_version = {};  // "3.0;" or "1.0;": printed in batch parts only
};
// `operation` is that of `write`, wherever it is by now.
WriteAnswer AnswerEntityWrite(const EntityWrite& write, const Operation& operation,
                              DateTime timestamp, const WireContext& context);

}  // namespace rowhouse
