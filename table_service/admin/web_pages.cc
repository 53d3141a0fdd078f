#include "table_service/admin/web_pages.h"

#include "table_service/admin/console_files.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rowhouse::admin {
namespace {

constexpr std::array<std::string_view, 4> kBrowserFiles = {
    "/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png", "/robots.txt"};

constexpr std::string_view kIndex = "/_rowhouse/";
constexpr std::string_view kIndexWithoutSlash = "/_rowhouse";

// Loads nothing, so that it works without a network.
constexpr std::string_view kPage =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rowhouse</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
code { background: #8883; padding: 0.1em 0.3em; border-radius: 3px; }
</style>
</head>
<body>
<h1>Rowhouse )" ROWHOUSE_VERSION R"(</h1>
<p>This is a table store that speaks the REST API of Azure Table storage. It is running, and it is used
by programs rather than by browsers: an Azure SDK, <code>az storage</code>, Storage Explorer or the
command <code>rowhouse</code>.</p>
<p>The URL of an account is this address followed by its name, for example
<code>/devstoreaccount1</code>. Requests must be signed with a key of the account.</p>
<h2>Looking inside</h2>
<p>These are open to this machine while the server listens on loopback only; otherwise they take the
token of <code>--admin-token</code>.</p>
<ul>
<li><a href="/_rowhouse/health">/_rowhouse/health</a>: whether the server answers, and its version</li>
<li><a href="/_rowhouse/hotspots">/_rowhouse/hotspots</a>: what is wrong with the keys in use, and what
to do</li>
<li><a href="/_rowhouse/tables">/_rowhouse/tables</a>: rows, bytes, partitions, rates and findings of each
table</li>
<li><a href="/_rowhouse/requests">/_rowhouse/requests</a>: the last requests, and why those were refused
that were (<a href="/_rowhouse/requests?only=failed">only these</a>)</li>
<li><a href="/_rowhouse/metrics">/_rowhouse/metrics</a>: figures for Prometheus</li>
<li><a href="/_rowhouse/backups">/_rowhouse/backups</a>: the backups in the data folder</li>
</ul>
</body>
</html>
)";

// Clients of the table service list the media types that they read, which are JSON and XML.
bool WantsHtml(const wire::Request& request) {
  return request.Header("Accept").value_or("").find("text/html") != std::string_view::npos &&
         !request.Header("Authorization") && !request.Header("x-ms-version") &&
         !request.Header("x-ms-date") && request.Query().empty();
}

wire::Response Page() {
  return {.status = 200,
          .headers = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Cache-Control", "no-store"},
                      {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"}},
          .body = std::string(kPage)};
}

wire::Response NoSuchFile() {
  return {.status = 404,
          .headers = {{"Content-Type", "text/plain"}, {"Cache-Control", "max-age=86400"}},
          .body = "There is no such file.\n"};
}

wire::Response Redirect(int status, std::string_view target) {
  return {.status = status, .headers = {{"Location", std::string(target)}}};
}

bool IsBrowserFile(std::string_view path) {
  return std::find(kBrowserFiles.begin(), kBrowserFiles.end(), path) != kBrowserFiles.end();
}

}  // namespace

bool IsFromBrowser(const wire::Request& request) {
  if (request.method != "GET" && request.method != "HEAD") return false;
  const std::string_view path = request.Path();
  if (path == "/" || path == kIndex) return WantsHtml(request);
  if (path.starts_with(console::kConsoleFolder)) return true;
  return path == kIndexWithoutSlash || IsBrowserFile(path);
}

wire::Response AnswerBrowser(const wire::Request& request, console::Assets console) {
  const std::string_view path = request.Path();
  if (path == kIndexWithoutSlash) return Redirect(301, kIndex);
  if (IsBrowserFile(path)) return NoSuchFile();
  if (path.starts_with(console::kConsoleFolder)) return AnswerConsole(request, console);
  if (console.empty()) return Page();
  return path == kIndex ? AnswerConsole(request, console) : Redirect(302, kIndex);
}

}  // namespace rowhouse::admin
