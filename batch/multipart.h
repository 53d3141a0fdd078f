#pragma once
// multipart/mixed in both directions (spec 8.1, 8.3-8.5).
//
//   batch     := delimiter(batch) ( change_set | query ) closing(batch)
//   change_set:= headers ( delimiter(changes) part ){0..100} closing(changes)
//   part      := part_headers blank request_line headers blank body
//
// Reading is lenient in every way that clients need (spec 8.1): CRLF or LF line ends, blank lines
// before a delimiter and behind headers, no blank line behind the headers of a request without
// body, no line break between a JSON body and the delimiter, no part headers, and a last delimiter
// without its "--". Writing is strict CRLF.

#include "batch/entity_write.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// One request inside a batch. Texts are copies: the body of the outer request may go.
struct SubRequest {
  std::string method = {};
  std::string target = {};  // absolute URI or origin form, as sent; may hold raw spaces
  HeaderList headers = {};  // of the inner request; Content-ID counts only here
  std::string body = {};    // up to the line break before the delimiter
};

struct BatchRequest {
  bool is_query = false;  // a single GET outside a change set
  std::vector<SubRequest> operations =
      {};  // one for a query; 0..101 of a change set (reading stops after the 101st)
};

// `content_type` is the outer request's. kInvalidInput with the texts of spec 8.2 (boundary, second
// change set, a query among others, Content-ID), kInvalidInput with the standard text for a body
// that is not a batch or is cut off. Takes time linear in the size of the body and never allocates
// more than a small multiple of it.
Result<BatchRequest> ParseBatch(std::string_view content_type, std::string_view body);

// What a sub-request's target names, for ParseAddress(): its last segment without host, account and
// query, still encoded, as in "/orders(PartitionKey=...)". A slash between brackets belongs to the
// segment, so that ParseAddress() sees and refuses it.
std::string_view SubRequestPath(std::string_view target);
// The query of the target, without '?'; empty when there is none.
std::string_view SubRequestQuery(std::string_view target);

// One answer inside a batch, ready to be written: status line, headers in order, body.
struct PartAnswer {
  int status = 0;
  HeaderList headers = {};
  std::string body = {};
};

// The part that tells of a write that was done (spec 8.3). `operation` gives the Content-ID.
PartAnswer MakeWritePart(WriteAnswer answer, const SubRequest& operation);

// The part of a query that was answered (spec 8.4). Headers that depend on what it found (ETag,
// continuation) go behind.
PartAnswer MakeQueryPart(std::string body, std::string_view content_type,
                         const SubRequest& operation);

// The part of the operation that failed, a query or a write (spec 8.5). `body` is the whole error
// document. Its status is the error's own. What was refused while the request was read
// (ErrorStage::kRequest) has neither Cache-Control nor Preference-Applied.
PartAnswer MakeErrorPart(const Error& error, std::string body, std::string_view content_type,
                         const SubRequest& operation);

struct MultipartBody {
  std::string content_type;  // "multipart/mixed; boundary=batchresponse_<guid>"
  std::string body;
};
// `guid` is called for each boundary, the outer one first. No parts is an empty change set.
MultipartBody WriteChangeSetAnswer(const std::vector<PartAnswer>& parts, std::string (*guid)());
MultipartBody WriteQueryAnswer(const PartAnswer& part, std::string (*guid)());

}  // namespace rowhouse
