#pragma once
// The files of the web console, which the build makes from console/ and embeds into the program.

#include <span>
#include <string_view>

namespace rowhouse::console {

struct Asset {
  std::string_view path;  // of a request, as in "/_rowhouse/console/app-X4F2Q7.js"
  std::string_view content_type;
  std::string_view etag;  // with its quotes
  std::string_view body;
  bool gzipped = false;    // the body is compressed, for Content-Encoding: gzip
  bool immutable = false;  // another content would have another path
};
using Assets = std::span<const Asset>;

// The page that loads all others. Every set of assets that is not empty has it.
inline constexpr std::string_view kConsolePage = "/_rowhouse/";
// Where all other assets are.
inline constexpr std::string_view kConsoleFolder = "/_rowhouse/console/";

// Returns what this program was built with: nothing with ROWHOUSE_CONSOLE=OFF.
Assets EmbeddedAssets();

// Returns null if there is no such asset.
const Asset* FindAsset(Assets assets, std::string_view path);

}  // namespace rowhouse::console
