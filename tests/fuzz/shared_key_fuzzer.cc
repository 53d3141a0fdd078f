// Shared Key and Shared Key Lite: no header authenticates by chance, what is signed as the client
// signs it does, and a signature with another digit does not. The lines of the input are the parts
// of a request.

#include "table_service/auth/shared_key.h"
#include "tests/fuzz/fuzzer.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>

namespace {

using rowhouse::Require;

constexpr std::string_view kAccount = "account";
const rowhouse::AccountKeys kKeys{{"a key", "another key"}};

// Takes the next line from `text`; an empty one is a header that was not sent.
std::optional<std::string_view> TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.empty() ? std::nullopt : std::optional(line);
}

rowhouse::Status Check(const rowhouse::SignedRequest& request) {
  return rowhouse::Authenticate(request, kAccount, kKeys, std::chrono::system_clock::time_point{},
                                {.clock_skew_max = std::chrono::minutes(0)});
}

void CheckOwnSignature(rowhouse::SignedRequest request, std::string_view scheme) {
  const std::string text = rowhouse::StringToSign(scheme, kAccount, request);
  std::string header = std::string(scheme) + " " + std::string(kAccount) + ":" +
                       rowhouse::Sign(kKeys.keys[text.size() % 2], text);
  request.authorization = header;
  const auto status = Check(request);
  Require(status || !status.error().detail.starts_with(rowhouse::kStringToSignDetail),
          "the server signs what the client signs");
  if (!status) return;  // for another reason, such as its date
  Require(rowhouse::ClaimedAccount(header) == kAccount, "a header names its account");
  char& digit = header[header.size() - 3 - text.size() % 40];
  digit = digit == 'A' ? 'B' : 'A';
  Require(!Check(request), "another signature is refused");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = rowhouse::AsText(data, size);
  rowhouse::SignedRequest request;
  request.method = TakeLine(rest).value_or("GET");
  request.raw_path = TakeLine(rest).value_or("/");
  request.raw_query = TakeLine(rest).value_or("");
  for (auto* header : {&request.date, &request.x_ms_date, &request.content_type,
                       &request.content_md5, &request.x_ms_version, &request.authorization}) {
    *header = TakeLine(rest);
  }
  if (request.authorization) (void)rowhouse::ClaimedAccount(*request.authorization);
  Require(!Check(request), "nobody guesses a signature");
  for (const std::string_view scheme : {"SharedKey", "SharedKeyLite"}) {
    CheckOwnSignature(request, scheme);
  }
  return 0;
}
