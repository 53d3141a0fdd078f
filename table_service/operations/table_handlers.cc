#include "base/ascii.h"
#include "base/json_writer.h"
#include "base/unicode.h"
#include "batch/entity_write.h"
#include "entity/limits.h"
#include "query/continuation.h"
#include "query/row_test.h"
#include "table_service/operations/call_traffic.h"
#include "table_service/operations/error_answer.h"
#include "table_service/operations/handlers.h"

namespace rowhouse::operations {
namespace {

wire::Response JsonAnswer(const ServiceCall& call, int status, std::string body) {
  wire::Response response = DataLayerAnswer(status);
  response.headers.emplace_back("Content-Type", EntityContentType(call.format.level));
  response.body = std::move(body);
  response.chunked = true;
  return response;
}

struct TableNamePage {
  std::vector<std::string> names;
  std::optional<std::string> next;
};

// Returns at most `max` names, from `from` on, that match `filter` (all if it is null).
Result<TableNamePage> ListPage(const store::Tables& store, const FilterNode* filter,
                               std::string from, std::size_t max) {
  TableNamePage page;
  if (filter != nullptr) {  // an unsupported filter is refused even if there are no tables
    if (const auto checked = MatchesTable(*filter, ""); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  while (max > 0) {
    const auto names = store.ListTables(from, limits::kPageEntitiesMax + 1);
    if (!names) return tl::unexpected(names.error());
    for (const std::string& name : *names) {
      if (filter != nullptr) {
        const auto matches = MatchesTable(*filter, name);
        if (!matches) return tl::unexpected(matches.error());
        if (!*matches) continue;
      }
      if (page.names.size() == max) {
        page.next = AsciiLower(name);
        return page;
      }
      page.names.push_back(name);
    }
    if (names->size() <= limits::kPageEntitiesMax) break;
    from = OrdinalSuccessor(AsciiLower(names->back()));
  }
  return page;
}

Result<TableNamePage> RunTableQuery(const ServiceCall& call) {
  const QueryOptions& options = call.options;
  const auto top = ParseTop(options.query.top);
  if (!top) return tl::unexpected(top.error());
  const auto filter = ParseFilter(options.query.filter.value_or(""), FilterSubject::kTables);
  if (!filter) return tl::unexpected(filter.error());
  std::string from;
  if (options.next_table_name) {
    auto decoded = DecodeToken(*options.next_table_name);
    if (!decoded) return tl::unexpected(decoded.error());
    from = AsciiLower(*decoded);
  }
  return ListPage(*call.store, filter->get(), std::move(from), *top);
}

Result<std::string> CreateTable(const ServiceCall& call) {
  if (const auto type = CheckBodyType(call.request.Header("Content-Type")); !type) {
    return tl::unexpected(type.error());
  }
  if (const auto conditions = ParseConditions("POST", "Tables", call.request.headers);
      !conditions) {
    return tl::unexpected(conditions.error());
  }
  auto name = ParseTableName(call.request.body);
  if (!name) return name;
  if (const auto checked = CheckTableName(*name); !checked) {
    return tl::unexpected(checked.error());
  }
  if (const auto created = call.store->CreateTable(*name); !created) {
    return tl::unexpected(created.error());
  }
  return name;
}

}  // namespace

void HandleListTables(const ServiceCall& call) {
  const auto page = RunTableQuery(call);
  if (!page) return AnswerFailure(call, page.error());
  std::string body;
  AppendTableSet(body, page->names, call.Wire(""));
  wire::Response response = JsonAnswer(call, 200, std::move(body));
  if (page->next) {
    response.headers.emplace_back("x-ms-continuation-NextTableName", EncodeToken(*page->next));
  }
  Answer(call, std::move(response));
}

void HandleCreateTable(const ServiceCall& call) {
  const auto name = CreateTable(call);
  if (!name) return AnswerFailure(call, name.error());
  const std::string location = call.address.base_url + "/Tables('" + *name + "')";
  const Preference preference = ParsePrefer(call.request.Header("Prefer"));
  const bool bare = preference == Preference::kReturnNoContent;
  std::string body;
  if (!bare) AppendTable(body, *name, call.Wire(*name));
  wire::Response response = bare ? DataLayerAnswer(204) : JsonAnswer(call, 201, std::move(body));
  if (preference != Preference::kNone) {
    response.headers.emplace_back("Preference-Applied", ToString(preference));
  }
  response.headers.emplace_back("Location", location);
  if (bare) response.headers.emplace_back("DataServiceId", location);
  Answer(call, std::move(response));
}

void HandleDeleteTable(const ServiceCall& call) {
  const auto deleted = call.store->DeleteTable(call.target.resource.table);
  if (!deleted) return AnswerFailure(call, deleted.error());
  CountTableDeleted(call, call.target.resource.table);
  Answer(call, DataLayerAnswer(204));
}

void HandleGetTable(const ServiceCall& call) {
  const auto name = call.store->FindTable(call.target.resource.table);
  if (!name) return AnswerFailure(call, name.error());
  std::string body;
  AppendTable(body, *name, call.Wire(*name));
  Answer(call, JsonAnswer(call, 200, std::move(body)));
}

void HandleGetServiceDocument(const ServiceCall& call) {
  JsonWriter json;
  json.BeginObject();
  if (call.format.level != MetadataLevel::kNone) {
    json.Member("odata.metadata", call.address.base_url + "/$metadata");
  }
  json.Key("value").BeginArray().BeginObject();
  json.Member("name", "Tables").Member("url", "Tables");
  json.EndObject().EndArray().EndObject();
  Answer(call, JsonAnswer(call, 200, json.Take()));
}

}  // namespace rowhouse::operations
