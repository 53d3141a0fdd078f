#pragma once
// multipart/mixed in both directions (spec 8.1, 8.3-8.5).
//
//   batch     := delimiter(batch) ( change_set | query ) closing(batch)
//   change_set:= headers ( delimiter(changes) part ){0..100} closing(changes)
//   part      := part_headers blank request_line headers blank body
//
// Reading is lenient in every way that clients need (spec 8.1): CRLF or LF line ends, blank lines
// before a delimiter and after headers, no blank line after the headers of a request without a
// body, no line break between a JSON body and the delimiter, no part headers, and a last delimiter
// without its "--". Writing uses CRLF strictly.

#include "batch/entity_write.h"
#include "entity/error.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// One request inside a batch: views into the body of the outer request, which must be kept.
struct SubRequest {
  std::string_view method = {};
  std::string_view target = {};  // absolute URI or origin form, as sent; may contain spaces
  HeaderViews headers = {};      // of the inner request; Content-ID is only recognized here
  std::string_view body = {};    // up to the line break before the delimiter
};

struct BatchRequest {
  bool is_query = false;  // a single GET outside a change set
  // One for a query, 0..101 for a change set (reading stops after the 101st).
  std::vector<SubRequest> operations = {};
  // The values of headers that were sent more than once, as lists. Views point into them, too.
  std::vector<std::unique_ptr<const std::string>> joined = {};
};

// `content_type` is that of the outer request. kInvalidInput with the texts of spec 8.2 (boundary,
// second change set, a query besides other operations, Content-ID), kInvalidInput with the standard
// text for a body that is not a batch or is truncated. Takes time linear in the size of the body
// and never allocates more than a small multiple of it. The result is valid as long as `body` is.
Result<BatchRequest> ParseBatch(std::string_view content_type, std::string_view body);

// The path within a sub-request's target, for ParseAddress(): the last segment without host,
// account and query, still encoded, as in "/orders(PartitionKey=...)". A slash between brackets is
// part of the segment, so that ParseAddress() sees and rejects it.
std::string_view SubRequestPath(std::string_view target);
// The query of the target, without '?'; may be empty.
std::string_view SubRequestQuery(std::string_view target);

// One answer inside a batch, ready to be written: status line, headers in order, body.
struct PartAnswer {
  int status = 0;
  HeaderList headers = {};
  std::string body = {};
};

// The part for a successful query (spec 8.4). The caller appends headers that depend on the result
// (ETag, continuation).
PartAnswer MakeQueryPart(std::string body, std::string_view content_type,
                         const SubRequest& operation);

// The part for a failed operation, a query or a write (spec 8.5), with the status of `error`.
// `body` is the whole error document. An error from reading the request (ErrorStage::kRequest) has
// neither Cache-Control nor Preference-Applied.
PartAnswer MakeErrorPart(const Error& error, std::string body, std::string_view content_type,
                         const SubRequest& operation);

struct MultipartBody {
  std::string content_type;  // "multipart/mixed; boundary=batchresponse_<guid>"
  std::string body;
};
// Writes the answer to a change set, part by part. Text that all parts share is made once.
class ChangeSetAnswer {
 public:
  // `guid` is called for each boundary, the outer one first. Reserves memory for `parts`.
  ChangeSetAnswer(std::string (*guid)(), std::size_t parts);

  // The part for a successful write (spec 8.3). The Content-ID is taken from `operation`.
  void Add(const WriteAnswer& answer, const SubRequest& operation);
  void Add(const PartAnswer& part);

  // Must be called once, last. Without parts it is an empty change set.
  MultipartBody Finish();

 private:
  void BeginPart(int status);

  std::string batch_;       // the outer boundary
  std::string change_set_;  // the inner one
  std::string part_head_;   // from the delimiter of a part to its status
  std::string body_;
};

// `guid` is called for the boundary.
MultipartBody WriteQueryAnswer(const PartAnswer& part, std::string (*guid)());

}  // namespace rowhouse
