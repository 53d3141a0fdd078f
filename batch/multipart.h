#pragma once
// multipart/mixed in both directions (spec 8.1, 8.3-8.5).
//
//   batch     := delimiter(batch) ( change_set | query ) closing(batch)
//   change_set:= headers ( delimiter(changes) part ){0..100} closing(changes)
//   part      := part_headers blank request_line headers blank body
//
// Reading is lenient in every way that spec 8.1 and clients-on-the-wire section 1 list; writing is
// strict CRLF.

#include "batch/entity_write.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// One request inside a batch. Texts are copies: the body of the outer request may go.
struct SubRequest {
  std::string method;
  std::string target;  // absolute URI, origin form, as sent
  HeaderList headers;  // of the inner request; Content-ID counts only here
  std::string body;
};

struct BatchRequest {
  bool is_query = false;  // a single GET outside a change set
  std::vector<SubRequest>
      operations;  // one for a query; 0..101 of a change set (reading stops after the 101st)
};

// `content_type` is the outer request's. kInvalidInput with the texts of spec 8.2 (boundary, second
// change set, a query among others, Content-ID). Never allocates more than a small multiple of the
// body's size.
Result<BatchRequest> ParseBatch(std::string_view content_type, std::string_view body);

// The last segment of a sub-request's target without host, account and query, still encoded:
// "/orders(PartitionKey=...)"
std::string_view SubRequestPath(std::string_view target);
// The query of the target, without '?'; empty when there is none.
std::string_view SubRequestQuery(std::string_view target);

// One answer inside a batch, ready to be written: status line, headers in order, body.
struct PartAnswer {
  int status = 0;
  HeaderList headers;
  std::string body;
};

struct MultipartBody {
  std::string content_type;  // "multipart/mixed; boundary=batchresponse_<guid>"
  std::string body;
};
// `guid` is called for each boundary.
MultipartBody WriteChangeSetAnswer(const std::vector<PartAnswer>& parts, std::string (*guid)());
MultipartBody WriteQueryAnswer(const PartAnswer& part, std::string (*guid)());

}  // namespace rowhouse
