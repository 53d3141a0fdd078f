#pragma once
// Entities and tables on the wire: reading request bodies, writing answers at the three metadata
// levels. Spec 3.4, 4.1-4.5, 5.1-5.2, 6.3-6.6, 7.6.

#include "base/date_time.h"
#include "entity/edm_value.h"
#include "entity/entity_key.h"
#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

enum class MetadataLevel : std::uint8_t { kNone, kMinimal, kFull };

// An entity as a request body gives it. Members that are null, odata.* members and Timestamp are
// left out.
struct EntityInput {
  std::optional<std::string> partition_key;
  std::optional<std::string> row_key;
  std::vector<Property> properties;  // in the body's order

  // Places in `properties` of the dates that were sent with a numeric offset, see EncodeEcho().
  std::vector<std::size_t> offset_dates;
};

// What becomes of the members PartitionKey and RowKey. Where an address names the entity they are
// ignored, whatever their value and their annotation: clients write keys there of types that no key
// has.
enum class KeyMembers : std::uint8_t { kRead, kIgnored };

// Reads the body of an insert, update, merge or upsert. Never allocates more than a small multiple
// of the body's size. kInvalidInput for text that is not one JSON object or a value that does not
// fit its type, and with the standard text for a key that is no string; kPropertyNameInvalid,
// kPropertyNameTooLong, kTooManyProperties, kDuplicatePropertiesSpecified, kOutOfRangeInput (dates
// before 1601). Value sizes and the entity's size are CheckStorable()'s, not this function's.
Result<EntityInput> ParseEntity(std::string_view body, KeyMembers keys = KeyMembers::kRead);

// The stored text of `input` as the answer to its insert prints it: like EncodeProperties(), but a
// date that was sent with a numeric offset ends in "+00:00" (recorded; later reads end in "Z").
std::string EncodeEcho(const EntityInput& input);

// Reads {"TableName":"x"}. kInvalidInput, or kPropertiesNeedValue when the name is missing or null.
// Name rules are CheckTableName()'s.
Result<std::string> ParseTableName(std::string_view body);

// One stored entity as a scan yields it. Views live until the cursor moves.
struct StoredEntity {
  std::string_view partition_key;
  std::string_view row_key;
  DateTime timestamp;
  std::string_view properties;  // stored form, see stored_properties.h
};

// $select, made ready once for all rows of an answer. An answer has the system properties first and
// then the others in ordinal order, whatever the order of the names is (recorded). A name that the
// entity lacks is printed as null.
class Selection {
 public:
  // `text` is the decoded option as sent: it is printed in odata.metadata. No names: all
  // properties.
  Selection(std::string text, const std::vector<std::string>& names);

  const std::string& Text() const { return text_; }
  bool IsAll() const { return all_; }
  bool HasPartitionKey() const { return partition_key_; }
  bool HasRowKey() const { return row_key_; }
  bool HasTimestamp() const { return timestamp_; }
  // The others as JSON and the stored form spell them, each once, in ordinal order of the names.
  const std::vector<std::string>& Custom() const { return custom_; }
  // The index in Custom() of a stored property's name.
  std::optional<std::size_t> Find(std::string_view escaped) const;

 private:
  std::string text_;
  bool all_;
  bool partition_key_ = false;
  bool row_key_ = false;
  bool timestamp_ = false;
  std::vector<std::string> custom_;
  std::vector<std::size_t> by_bytes_;  // indices in custom_, in the order of its bytes
};

// What an answer needs besides the entity. The views must outlive the calls.
struct WireContext {
  MetadataLevel level = MetadataLevel::kMinimal;
  std::string_view base_url;  // "http://127.0.0.1:10002/devstoreaccount1", no slash at the end
  std::string_view account;   // for odata.type
  std::string_view table;     // as spelled in the request
  const Selection* selection = nullptr;
};

// Appends the whole answer to a point read or an insert: {"odata.metadata":...,...}.
void AppendEntity(std::string& out, const StoredEntity& entity, const WireContext& context);

// An entity set is Begin, then AppendSetEntity for each with `first` true once, then End.
void BeginEntitySet(std::string& out, const WireContext& context);
void AppendSetEntity(std::string& out, const StoredEntity& entity, const WireContext& context,
                     bool first);
void EndEntitySet(std::string& out);

// {"odata.metadata":"BASE/$metadata#Tables/@Element","TableName":"orders"}; `context.table` is not
// used.
void AppendTable(std::string& out, std::string_view table, const WireContext& context);
void AppendTableSet(std::string& out, const std::vector<std::string>& tables,
                    const WireContext& context);

}  // namespace rowhouse
