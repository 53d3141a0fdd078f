#pragma once
// Versions of entities, and the condition that a write can put on them.

#include <cassert>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::tables {

// The version of a stored entity. Opaque: compare it, keep it, give it back.
class ETag {
 public:
  ETag() = default;  // none
  explicit ETag(std::string text) : text_(std::move(text)) {}

  bool IsEmpty() const { return text_.empty(); }
  const std::string& ToString() const { return text_; }
  bool operator==(const ETag&) const = default;

 private:
  std::string text_;
};

// The condition that an update or a delete sets on the stored entity.
class IfMatch {
 public:
  // The ETag that the entity given to the call carries; any version when it carries none.
  static IfMatch Own() { return IfMatch(""); }
  // Any version, as long as the entity exists.
  static IfMatch Any() { return IfMatch("*"); }
  // This version. REQUIRES: !etag.IsEmpty()
  static IfMatch Version(const ETag& etag) {
    assert(!etag.IsEmpty());
    return IfMatch(etag.ToString());
  }

  // The value of the If-Match header, for an entity that carries `own`.
  std::string Header(const ETag& own) const {
    if (!text_.empty()) return text_;
    return own.IsEmpty() ? "*" : own.ToString();
  }

 private:
  explicit IfMatch(std::string text) : text_(std::move(text)) {}

  std::string text_;  // empty: Own()
};

}  // namespace rowhouse::tables
