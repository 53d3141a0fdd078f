#pragma once
// Entities and tables on the wire: reading request bodies, writing answers at the three metadata
// levels. Spec 3.4, 4.1-4.5, 5.1-5.2, 6.3-6.6, 7.6.

#include "base/date_time.h"
#include "entity/edm_value.h"
#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

enum class MetadataLevel : std::uint8_t { kNone, kMinimal, kFull };

// An entity from a request body, without members that are null, odata.* members and Timestamp.
struct EntityInput {
  std::optional<std::string> partition_key;
  std::optional<std::string> row_key;
  std::vector<Property> properties;  // in the body's order
};

// The same with the properties in stored form, see stored_properties.h.
struct EntityText {
  std::optional<std::string> partition_key;
  std::optional<std::string> row_key;
  std::string properties;  // in the body's order
  // The properties as the answer to an insert prints them, if that differs: a date that was sent
  // with a numeric offset ends in "+00:00" (recorded; in later reads in "Z"). Otherwise empty.
  std::string echo;
};

// How to treat the members PartitionKey and RowKey. If the address names the entity, they are
// ignored, whatever their value and annotation: some clients send keys of types that a key cannot
// have.
enum class KeyMembers : std::uint8_t { kRead, kIgnored };

// Reads the body of an insert, update, merge or upsert. Never allocates more than a small multiple
// of the body's size. kInvalidInput for text that is not a single JSON object, for a value that
// does not fit its type and, with the standard text, for a key that is not a string;
// kPropertyNameInvalid, kPropertyNameTooLong, kTooManyProperties, kDuplicatePropertiesSpecified,
// kOutOfRangeInput (dates before 1601). Leaves sizes to CheckStorable().
Result<EntityInput> ParseEntity(std::string_view body, KeyMembers keys = KeyMembers::kRead);
// Likewise. The properties are EncodeProperties() of those that ParseEntity() returns, made without
// them.
Result<EntityText> ParseStoredEntity(std::string_view body, KeyMembers keys = KeyMembers::kRead);

// Reads {"TableName":"x"}. kInvalidInput, or kPropertiesNeedValue if the name is missing or null.
// Does not check the name, see CheckTableName().
Result<std::string> ParseTableName(std::string_view body);

// One stored entity as a scan yields it. The views are valid until the cursor moves.
struct StoredEntity {
  std::string_view partition_key;
  std::string_view row_key;
  DateTime timestamp;
  std::string_view properties;  // in stored form, see stored_properties.h
};

// $select, prepared once for all rows of an answer. Answers list the system properties first and
// then the others in ordinal order, whatever the order of the names (recorded). A name that the
// entity lacks is printed as null.
class Selection {
 public:
  // `text` is the decoded option, which is printed in odata.metadata. No names: all properties.
  Selection(std::string text, const std::vector<std::string>& names);

  const std::string& Text() const { return text_; }
  bool IsAll() const { return all_; }
  bool HasPartitionKey() const { return partition_key_; }
  bool HasRowKey() const { return row_key_; }
  bool HasTimestamp() const { return timestamp_; }
  // The other names as JSON and the stored form spell them, without duplicates, in ordinal order.
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
  std::vector<std::size_t> by_bytes_;  // indices into custom_, sorted by the bytes of the names
};

// The context that printing an answer needs besides the entity. The views must outlive the calls.
struct WireContext {
  MetadataLevel level = MetadataLevel::kMinimal;
  std::string_view base_url;  // "http://127.0.0.1:10002/devstoreaccount1", without a trailing slash
  std::string_view account;   // for odata.type
  std::string_view table;     // as spelled in the request
  const Selection* selection = nullptr;
};

// Appends the complete body of the answer to a point read or an insert: {"odata.metadata":...,...}.
void AppendEntity(std::string& out, const StoredEntity& entity, const WireContext& context);

// For an entity set call BeginEntitySet(), then AppendSetEntity() for each entity, with `first`
// true for the first only, then EndEntitySet().
void BeginEntitySet(std::string& out, const WireContext& context);
void AppendSetEntity(std::string& out, const StoredEntity& entity, const WireContext& context,
                     bool first);
void EndEntitySet(std::string& out);

// {"odata.metadata":"BASE/$metadata#Tables/@Element","TableName":"orders"}; ignores
// `context.table`.
void AppendTable(std::string& out, std::string_view table, const WireContext& context);
void AppendTableSet(std::string& out, const std::vector<std::string>& tables,
                    const WireContext& context);

}  // namespace rowhouse
