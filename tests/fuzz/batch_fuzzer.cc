// Batch bodies. The input's first line is the Content-Type header, the rest the body.

#include "batch/multipart.h"
#include "entity/limits.h"
#include "entity/resource_address.h"
#include "tests/fuzz/fuzzer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = rowhouse::AsText(data, size);
  const std::size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) return 0;
  const std::string_view body = text.substr(line_end + 1);
  const auto batch = rowhouse::ParseBatch(text.substr(0, line_end), body);
  if (!batch) return 0;

  rowhouse::Require(batch->operations.size() <= rowhouse::limits::kBatchOperationsMax + 1,
                    "reading stops after the first operation too many");
  rowhouse::Require(!batch->is_query || batch->operations.size() == 1, "a query stands alone");
  std::size_t bytes = 0;
  for (const rowhouse::SubRequest& operation : batch->operations) {
    bytes += operation.method.size() + operation.target.size() + operation.body.size();
    (void)rowhouse::ParseAddress(rowhouse::SubRequestPath(operation.target));
    (void)rowhouse::SubRequestQuery(operation.target);
  }
  rowhouse::Require(bytes <= body.size(), "the operations are parts of the body");
  return 0;
}
