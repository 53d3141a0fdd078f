#pragma once
// The client's side of a batch: requests written, answers read. The mirror of multipart.h.

#include "batch/multipart.h"
#include "entity/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A change set of `operations`, strict CRLF. Each has its method, target, headers and body;
// Content-ID is set to its place, counted from 0. `guid` is called for each boundary, the outer one
// first.
MultipartBody WriteChangeSet(const std::vector<SubRequest>& operations, std::string (*guid)());

// The parts of the answer to a change set, or the one part of the answer to a query. `content_type`
// is that of the answer. kInvalidInput for what is not such an answer or is cut off.
Result<std::vector<PartAnswer>> ParseBatchAnswer(std::string_view content_type,
                                                 std::string_view body);

}  // namespace rowhouse
