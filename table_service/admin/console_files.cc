#include "table_service/admin/console_files.h"

#include <string>

namespace rowhouse::admin {
namespace {

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'";

HeaderList SafetyHeaders() {
  return {{"Content-Security-Policy", kPolicy},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

wire::Response NotFound() {
  wire::Response response{.status = 404,
                          .headers = SafetyHeaders(),
                          .body =
                              "There is no such file. After a new version was started, reload "
                              "the page.\n"};
  response.headers.emplace_back("Content-Type", "text/plain");
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace

wire::Response AnswerConsole(const wire::Request& request, console::Assets assets) {
  const console::Asset* const asset = console::FindAsset(assets, request.Path());
  if (asset == nullptr) return NotFound();
  wire::Response response{.headers = SafetyHeaders()};
  response.headers.emplace_back("ETag", std::string(asset->etag));
  response.headers.emplace_back("Cache-Control",
                                asset->immutable ? "max-age=31536000, immutable" : "no-cache");
  if (request.Header("If-None-Match") == asset->etag) {
    response.status = 304;
    return response;
  }
  response.headers.emplace_back("Content-Type", std::string(asset->content_type));
  // Every browser takes it, and RFC 9110 lets a client that does not say what it takes have it.
  if (asset->gzipped) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = std::string(asset->body);
  return response;
}

}  // namespace rowhouse::admin
