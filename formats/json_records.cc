#include "formats/json_records.h"

#include "base/json_string.h"
#include "base/unicode.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;
constexpr std::size_t kNameBytesMax = std::size_t{64} << 10U;
constexpr int kEnd = -1;

// Lists by the name of their member, and the name within which they stand; empty: outside of any.
constexpr std::string_view kCollections = "collections";
constexpr std::string_view kData = "data";
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kLists = {
    {{"value", ""}, {"items", ""}, {kCollections, ""}, {kData, kCollections}}};

bool IsBlank(int byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

std::string_view TrimLine(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

JsonRecords::JsonRecords(std::istream& in) : in_(in) {
  if (Fill() && buffer_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

bool JsonRecords::Fill() {
  const std::size_t kept = begin_.value_or(at_);
  buffer_.erase(0, kept);
  offset_ += kept;
  at_ -= kept;
  if (begin_) begin_ = 0;
  const std::size_t filled = buffer_.size();
  if (filled > kRecordBytesMax) return false;
  buffer_.resize(filled + kBlockBytes);
  in_.read(buffer_.data() + filled, kBlockBytes);
  buffer_.resize(filled + static_cast<std::size_t>(in_.gcount()));
  return buffer_.size() > filled;
}

int JsonRecords::Peek() {
  if (at_ == buffer_.size() && !Fill()) return kEnd;
  return static_cast<unsigned char>(buffer_[at_]);
}

int JsonRecords::Get() {
  const int byte = Peek();
  if (byte == kEnd) return kEnd;
  if (byte == '\n') ++line_;
  ++at_;
  return byte;
}

// The next byte that is not blank, which stays.
int JsonRecords::SkipBlanks() {
  while (IsBlank(Peek())) Get();
  return Peek();
}

bool JsonRecords::Stop(std::string fault) {
  if (fault_.empty()) fault_ = std::move(fault);
  return false;
}

bool JsonRecords::SkipString() {
  Get();
  for (int byte = Get(); byte != '"'; byte = Get()) {
    if (byte == '\\') byte = Get();
    if (byte == kEnd) return false;
  }
  return true;
}

// The text of a member's name, or of a short string. None at the end of the text.
std::optional<std::string> JsonRecords::ReadString() {
  std::string escaped;
  Get();
  for (int byte = Get(); byte != '"'; byte = Get()) {
    if (byte == '\\') {
      escaped += '\\';
      byte = Get();
    }
    if (byte == kEnd || escaped.size() > kNameBytesMax) return std::nullopt;
    escaped += static_cast<char>(byte);
  }
  return Unescape(escaped);
}

// To the end of the value at which the reader stands, or within which it is, `depth` deep.
bool JsonRecords::SkipNested(int depth) {
  do {
    const int byte = Peek();
    if (byte == kEnd) return false;
    if (byte == '"') {
      if (!SkipString()) return false;
      continue;
    }
    if (byte == '{' || byte == '[') ++depth;
    if (byte == '}' || byte == ']') --depth;
    Get();
  } while (depth > 0);
  return true;
}

bool JsonRecords::SkipValue() {
  const int byte = SkipBlanks();
  if (byte == '"') return SkipString();
  if (byte == '{' || byte == '[') return SkipNested();
  for (int next = byte; next != ',' && next != '}' && next != ']'; next = Peek()) {
    if (next == kEnd) return false;
    Get();
  }
  return true;
}

bool JsonRecords::IsWithin(std::string_view name) const {
  const auto inner = std::find_if(frames_.rbegin(), frames_.rend(),
                                  [](const Frame& frame) { return !frame.is_array; });
  return inner == frames_.rend() ? name.empty() : inner->name == name;
}

std::optional<std::string_view> JsonRecords::ListName(std::string_view name) const {
  for (const auto& [list, within] : kLists) {
    if (name == list && IsWithin(within)) return list;
  }
  return std::nullopt;
}

// Goes into the array at which the reader stands, that of an object which is no record. False: it
// holds no objects, and the reader is within it.
bool JsonRecords::TryEnter(Frame& frame) {
  Get();
  const int first = SkipBlanks();
  if (first != '{' && first != ']' && first != kEnd) return false;
  begin_.reset();
  frames_.push_back(std::move(frame));
  frames_.push_back({.is_array = true});
  return true;
}

// The members from here on, to the end of the object or to a list of objects in it.
JsonRecords::Outcome JsonRecords::ReadMembers(Frame& frame) {
  for (;;) {
    const int byte = SkipBlanks();
    if (byte == '}') {
      Get();
      return Outcome::kRecord;
    }
    if (byte == ',') {
      Get();
      continue;
    }
    if (byte != '"') return Outcome::kStopped;
    const auto name = ReadString();
    if (!name || SkipBlanks() != ':') return Outcome::kStopped;
    Get();
    const int value = SkipBlanks();
    if (*name == "PartitionKey" || *name == "RowKey") frame.has_key = true;
    const auto list = value == '[' && !frame.has_key ? ListName(*name) : std::nullopt;
    if (list) {
      frame.name = *list;
      if (TryEnter(frame)) return Outcome::kEntered;
      frame.name = {};
      if (!SkipNested(1)) return Outcome::kStopped;
    } else if (value == '"' && *name == "name" && IsWithin(kCollections)) {
      auto text = ReadString();
      if (!text) return Outcome::kStopped;
      frame.collection = *std::move(text);
    } else if (!SkipValue()) {
      return Outcome::kStopped;
    }
  }
}

JsonRecords::Outcome JsonRecords::ReadObject() {
  begin_ = at_;
  begin_line_ = line_;
  Get();
  Frame frame;
  return ReadMembers(frame);
}

// Moves to the next object within what is open, and out of what ends. False: there is none, by the
// end of the text or by a fault.
bool JsonRecords::Advance(bool& ended) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const int byte = SkipBlanks();
    if (!frame.is_array) {
      Frame inner = std::move(frame);
      frames_.pop_back();
      const Outcome outcome = ReadMembers(inner);
      if (outcome == Outcome::kStopped) return Stop("the JSON breaks off or is malformed here");
      if (inner.has_key) return Stop("the entity that ends here holds an array");
      continue;
    }
    if (byte == ']') {
      Get();
      frames_.pop_back();
      continue;
    }
    if (!std::exchange(frame.is_first, false)) {
      if (byte != ',') return Stop("a comma or the end of the array is missing here");
      Get();
    }
    if (SkipBlanks() == '{') return true;
    return Stop("the array holds something that is no object");
  }
  const int byte = SkipBlanks();
  ended = byte == kEnd;
  if (ended) return false;
  if (byte == '{') return true;
  if (byte != '[') return Stop("neither a JSON object nor an array");
  Get();
  frames_.push_back({.is_array = true});
  return Advance(ended);
}

std::optional<JsonRecord> JsonRecords::Take() {
  const auto owner = std::find_if(frames_.rbegin(), frames_.rend(),
                                  [](const Frame& frame) { return frame.name == kData; });
  collection_ = owner == frames_.rend() ? std::string() : owner->collection;
  const std::string_view text = std::string_view(buffer_).substr(*begin_, at_ - *begin_);
  JsonRecord record{text, begin_line_, offset_ + at_, collection_};
  begin_.reset();
  if (std::exchange(any_, true)) return record;
  // Peek() may move the text.
  const std::size_t size = text.size();
  begin_ = at_ - size;
  while (Peek() == ' ' || Peek() == '\r' || Peek() == '\t') ++at_;
  lines_ = frames_.empty() && begin_line_ == line_ && (Peek() == '\n' || Peek() == kEnd);
  record.text = std::string_view(buffer_).substr(*begin_, size);
  begin_.reset();
  return record;
}

std::optional<JsonRecord> JsonRecords::NextLine() {
  for (;;) {
    if (Peek() == kEnd) return std::nullopt;
    begin_ = at_;
    begin_line_ = line_;
    std::size_t end = buffer_.find('\n', at_);
    while (end == std::string::npos) {
      at_ = buffer_.size();
      if (!Fill()) break;
      end = buffer_.find('\n', at_);
    }
    if (end == std::string::npos && buffer_.size() - *begin_ > kRecordBytesMax) {
      Stop("a line of more than 16 MiB");
      return std::nullopt;
    }
    const std::size_t stop = std::min(end, buffer_.size());
    at_ = end == std::string::npos ? stop : end + 1;
    if (end != std::string::npos) ++line_;
    const std::string_view line =
        TrimLine(std::string_view(buffer_).substr(*begin_, stop - *begin_));
    begin_.reset();
    if (!line.empty()) return JsonRecord{line, begin_line_, offset_ + at_, {}};
  }
}

std::optional<JsonRecord> JsonRecords::Next() {
  if (!fault_.empty()) return std::nullopt;
  if (lines_) return NextLine();
  for (bool ended = false;;) {
    if (!Advance(ended)) return std::nullopt;
    switch (ReadObject()) {
      case Outcome::kRecord:
        if (!IsWithin(kCollections)) return Take();
        begin_.reset();  // a collection without data
        break;
      case Outcome::kEntered:
        break;
      case Outcome::kStopped:
        if (buffer_.size() - begin_.value_or(at_) > kRecordBytesMax) {
          Stop("an object of more than 16 MiB: is a brace missing?");
          return std::nullopt;
        }
        if (!begin_) {
          Stop("the JSON breaks off or is malformed here");
          return std::nullopt;
        }
        // Its reader can say where it is malformed; what follows cannot be told apart.
        at_ = std::min(buffer_.find('\n', at_), buffer_.size());
        Stop("what follows the malformed object cannot be read");
        return Take();
    }
  }
}

}  // namespace rowhouse
