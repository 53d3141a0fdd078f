#pragma once
// The client's side of a batch: writes requests and reads answers. The counterpart of multipart.h.

#include "batch/multipart.h"
#include "entity/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// One request of a batch, as it is to be written.
struct PartRequest {
  std::string method = {};
  std::string target = {};  // absolute URI
  HeaderList headers = {};
  std::string body = {};
};

// A change set of `operations`, with strict CRLF. Content-ID is set to the index of each operation,
// counted from 0. `guid` is called for each boundary, the outer one first.
MultipartBody WriteChangeSet(const std::vector<PartRequest>& operations, std::string (*guid)());

// The parts of the answer to a change set, or the single part of the answer to a query.
// `content_type` is that of the answer. kInvalidInput if the text is not such an answer or is
// truncated.
Result<std::vector<PartAnswer>> ParseBatchAnswer(std::string_view content_type,
                                                 std::string_view body);

}  // namespace rowhouse
