// entity     := "{" [ metadata "," ] members "}"
// entity-set := "{" [ metadata "," ] '"value":[' [ "{" members "}" *( "," "{" members "}" ) ] "]}"
// members    := control members of the level, system properties, custom properties

#include "base/json_string.h"
#include "base/percent.h"
#include "entity/entity_json.h"
#include "entity/etag.h"
#include "entity/resource_address.h"
#include "entity/stored_properties.h"

#include <algorithm>

namespace rowhouse {

namespace {

constexpr std::string_view kElement = "/@Element";
constexpr std::string_view kTables = "Tables";
constexpr std::string_view kKeptInAddress = ";/?:@&=+$,#[]!*'()";  // RFC 3986 reserved characters

// Writes the members of one JSON object with the commas between them.
class MemberWriter {
 public:
  explicit MemberWriter(std::string& out) : out_(out) { out_ += '{'; }

  void String(std::string_view name, std::string_view text) {
    Name(name);
    AppendJsonString(out_, text);
  }
  void Null(std::string_view escaped_name) {
    Name(escaped_name);
    out_ += "null";
  }
  // Members that are already JSON; may be empty.
  void Raw(std::string_view members) {
    if (members.empty()) return;
    Comma();
    out_ += members;
  }
  void Raw(std::string_view escaped_name, std::string_view token) {
    Name(escaped_name);
    out_ += token;
  }
  std::string& OpenValue(std::string_view name) {
    Name(name);
    return out_;
  }
  void Finish() { out_ += '}'; }

 private:
  void Comma() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  void Name(std::string_view escaped_name) {
    Comma();
    out_ += '"';
    out_ += escaped_name;
    out_ += "\":";
  }

  std::string& out_;
  bool first_ = true;
};

// "BASE/$metadata#orders/@Element&$select=A,B". The list is printed as .NET prints a URL: only
// characters that a URL cannot contain are encoded.
void WriteMetadata(MemberWriter& writer, const WireContext& context, std::string_view table,
                   std::string_view element, const Selection* selection) {
  if (context.level == MetadataLevel::kNone) return;
  std::string& out = writer.OpenValue("odata.metadata");
  out += '"';
  AppendEscaped(out, context.base_url);
  out += "/$metadata#";
  AppendEscaped(out, table);
  out += element;
  if (selection != nullptr) {
    out += "&$select=";
    out += PercentEncode(selection->Text(), kKeptInAddress);
  }
  out += '"';
}

// odata.type and odata.id at full metadata. The other members of that level follow the ETag.
void WriteTypeAndId(MemberWriter& writer, const WireContext& context, std::string_view table,
                    std::string_view path) {
  std::string& type = writer.OpenValue("odata.type");
  type += '"';
  AppendEscaped(type, context.account);
  type += '.';
  AppendEscaped(type, table);
  type += '"';
  std::string& id = writer.OpenValue("odata.id");
  id += '"';
  AppendEscaped(id, context.base_url);
  id += '/';
  AppendEscaped(id, path);
  id += '"';
}

// odata.etag. The quotes of the ETag are escaped, and nothing else in it has to be.
void WriteETag(MemberWriter& writer, std::string_view time) {
  std::string& out = writer.OpenValue("odata.etag");
  out += R"("W/\"datetime')";
  AppendETagTime(out, time);
  out += R"('\"")";
}

void WriteControlMembers(MemberWriter& writer, const StoredEntity& entity, std::string_view time,
                         const WireContext& context) {
  if (context.level == MetadataLevel::kNone) return;
  if (context.level == MetadataLevel::kMinimal) return WriteETag(writer, time);
  const std::string path =
      EntityPath(context.table, {std::string(entity.partition_key), std::string(entity.row_key)});
  WriteTypeAndId(writer, context, context.table, path);
  WriteETag(writer, time);
  writer.String("odata.editLink", path);
}

void WriteTimestamp(MemberWriter& writer, std::string_view time, MetadataLevel level) {
  if (level == MetadataLevel::kFull) writer.String("Timestamp@odata.type", "Edm.DateTime");
  std::string& out = writer.OpenValue("Timestamp");
  out += '"';
  out += time;
  out += '"';
}

void WriteProperty(MemberWriter& writer, const StoredProperty& property, MetadataLevel level) {
  if (level == MetadataLevel::kNone) {
    writer.Raw(property.name, property.value);
  } else {
    writer.Raw(property.member);
  }
}

void WriteAll(MemberWriter& writer, const StoredEntity& entity, std::string_view time,
              MetadataLevel level) {
  writer.String("PartitionKey", entity.partition_key);
  writer.String("RowKey", entity.row_key);
  WriteTimestamp(writer, time, level);
  const std::string_view text = entity.properties;
  if (level != MetadataLevel::kNone) {
    // These levels print the stored text as it is.
    return writer.Raw(text.size() > 2 ? text.substr(1, text.size() - 2) : std::string_view());
  }
  for (StoredPropertyCursor cursor(text); cursor.Next();) {
    WriteProperty(writer, cursor.Current(), level);
  }
}

void WriteSelected(MemberWriter& writer, const StoredEntity& entity, std::string_view time,
                   MetadataLevel level, const Selection& selection) {
  if (selection.HasPartitionKey()) writer.String("PartitionKey", entity.partition_key);
  if (selection.HasRowKey()) writer.String("RowKey", entity.row_key);
  if (selection.HasTimestamp()) WriteTimestamp(writer, time, level);

  const std::vector<std::string>& names = selection.Custom();
  std::vector<std::optional<StoredProperty>> found(names.size());
  for (StoredPropertyCursor cursor(entity.properties); cursor.Next();) {
    if (const auto index = selection.Find(cursor.Current().name)) found[*index] = cursor.Current();
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (found[i]) {
      WriteProperty(writer, *found[i], level);
    } else {
      writer.Null(names[i]);
    }
  }
}

void WriteEntity(MemberWriter& writer, const StoredEntity& entity, const WireContext& context) {
  const DateTime::Text timestamp = entity.timestamp.ToText();
  const std::string_view time = timestamp.view();
  WriteControlMembers(writer, entity, time, context);
  if (context.selection != nullptr && !context.selection->IsAll()) {
    WriteSelected(writer, entity, time, context.level, *context.selection);
  } else {
    WriteAll(writer, entity, time, context.level);
  }
}

void WriteTable(MemberWriter& writer, std::string_view table, const WireContext& context) {
  if (context.level == MetadataLevel::kFull) {
    std::string path(kTables);
    path.append("('").append(table).append("')");
    WriteTypeAndId(writer, context, kTables, path);
    writer.String("odata.editLink", path);
  }
  writer.String("TableName", table);
}

}  // namespace

void AppendEntity(std::string& out, const StoredEntity& entity, const WireContext& context) {
  MemberWriter writer(out);
  WriteMetadata(writer, context, context.table, kElement, context.selection);
  WriteEntity(writer, entity, context);
  writer.Finish();
}

void BeginEntitySet(std::string& out, const WireContext& context) {
  MemberWriter writer(out);
  WriteMetadata(writer, context, context.table, {}, context.selection);
  writer.OpenValue("value") += '[';
}

void AppendSetEntity(std::string& out, const StoredEntity& entity, const WireContext& context,
                     bool first) {
  if (!first) out += ',';
  MemberWriter writer(out);
  WriteEntity(writer, entity, context);
  writer.Finish();
}

void EndEntitySet(std::string& out) { out += "]}"; }

void AppendTable(std::string& out, std::string_view table, const WireContext& context) {
  MemberWriter writer(out);
  WriteMetadata(writer, context, kTables, kElement, nullptr);
  WriteTable(writer, table, context);
  writer.Finish();
}

void AppendTableSet(std::string& out, const std::vector<std::string>& tables,
                    const WireContext& context) {
  MemberWriter set(out);
  WriteMetadata(set, context, kTables, {}, nullptr);
  set.OpenValue("value") += '[';
  for (const std::string& table : tables) {
    if (&table != &tables.front()) out += ',';
    MemberWriter writer(out);
    WriteTable(writer, table, context);
    writer.Finish();
  }
  out += ']';
  set.Finish();
}

}  // namespace rowhouse
