#include "signing/shared_access_token.h"

#include "base/ascii.h"
#include "base/percent.h"
#include "base/unicode.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kFirstTableVersion = "2012-02-12";
constexpr std::string_view kFirstVersionWithTablePrefix = "2015-02-21";
constexpr std::string_view kFirstAccountVersion = "2015-04-05";  // sip, spr, codes
constexpr std::string_view kFirstVersionWithEncryptionScope = "2020-12-06";
constexpr std::string_view kDateForm = "dddd-dd-dd";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t kPolicyIdCharactersMax = 64;

using Field = std::optional<std::string> SharedAccessToken::*;

struct NamedField {
  std::string_view name;
  Field field;
  bool may_be_empty = false;
};
constexpr std::array<NamedField, 16> kFields{{
    {"sv", &SharedAccessToken::version},
    {"sig", &SharedAccessToken::signature},
    {"sp", &SharedAccessToken::permissions},
    {"st", &SharedAccessToken::start},
    {"se", &SharedAccessToken::expiry},
    {"sip", &SharedAccessToken::addresses},
    {"spr", &SharedAccessToken::protocols},
    {"ss", &SharedAccessToken::services},
    {"srt", &SharedAccessToken::resource_types},
    {"ses", &SharedAccessToken::encryption_scope},
    {"tn", &SharedAccessToken::table},
    {"si", &SharedAccessToken::policy},
    {"spk", &SharedAccessToken::from_partition, true},
    {"srk", &SharedAccessToken::from_row, true},
    {"epk", &SharedAccessToken::to_partition, true},
    {"erk", &SharedAccessToken::to_row, true},
}};

tl::unexpected<Error> FailForLog(std::string detail) {
  Error error(ErrorCode::kAuthenticationFailed);
  error.detail = std::move(detail);
  return tl::unexpected<Error>(std::move(error));
}

// Decodes once; '+' is a space in a query.
std::optional<std::string> Decode(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  auto decoded = PercentDecode(blanks);
  if (decoded && !IsValidUtf8(*decoded)) decoded.reset();
  return decoded;
}

struct Parameter {
  std::string_view name;
  std::string_view value;
};

// Consumes the next parameter, still encoded. REQUIRES: !query.empty()
Parameter TakeParameter(std::string_view& query) {
  const std::string_view pair = query.substr(0, query.find('&'));
  query.remove_prefix(std::min(query.size(), pair.size() + 1));
  const std::size_t equals = std::min(pair.find('='), pair.size());
  return {pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size()))};
}

const NamedField* FindField(std::string_view raw_name) {
  const auto name = PercentDecode(raw_name);
  const auto* const found = std::find_if(
      kFields.begin(), kFields.end(),
      [&](const NamedField& field) { return name && EqualsIgnoringAsciiCase(*name, field.name); });
  return found == kFields.end() ? nullptr : found;
}

Result<SharedAccessToken> ReadFields(std::string_view query) {
  SharedAccessToken token;
  std::array<bool, kFields.size()> seen{};
  while (!query.empty()) {
    const Parameter parameter = TakeParameter(query);
    const NamedField* const field = FindField(parameter.name);
    if (field == nullptr) continue;
    if (std::exchange(seen.at(static_cast<std::size_t>(field - kFields.data())), true)) {
      return FailForLog(fmt::format("{} occurs twice", field->name));
    }
    auto value = Decode(parameter.value);
    if (!value) return FailForLog(fmt::format("{} cannot be decoded", field->name));
    if (!value->empty() || field->may_be_empty) token.*field->field = *std::move(value);
  }
  return token;
}

bool IsDate(std::string_view text) {
  return std::equal(
      text.begin(), text.end(), kDateForm.begin(), kDateForm.end(),
      [](char c, char form) { return form == 'd' ? c >= '0' && c <= '9' : c == form; });
}

// Whether each letter of `text` is in `letters` and none occurs twice.
bool HasLettersOnce(std::string_view text, std::string_view letters) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (letters.find(text[i]) == std::string_view::npos) return false;
    if (text.find(text[i], i + 1) != std::string_view::npos) return false;
  }
  return true;
}

// The same, and in the order of `letters`.
bool HasLettersInOrder(std::string_view text, std::string_view letters) {
  for (const char c : text) {
    const std::size_t at = letters.find(c);
    if (at == std::string_view::npos) return false;
    letters.remove_prefix(at + 1);
  }
  return true;
}

Status CheckVersion(const SharedAccessToken& token) {
  if (!token.version || !IsDate(*token.version)) return FailForLog("sv is not a valid version");
  const bool is_new_kind = token.IsForAccount() || token.addresses || token.protocols;
  const std::string_view first = is_new_kind ? kFirstAccountVersion : kFirstTableVersion;
  if (*token.version < first) return Fail(ErrorCode::kFeatureVersionMismatch);
  return {};
}

// An account SAS may have letters that do not apply to tables.
Status CheckAccountFields(const SharedAccessToken& token) {
  if (!token.services || !HasLettersOnce(*token.services, "bqtf")) {
    return FailForLog("ss does not consist of the letters b, q, t and f, each at most once");
  }
  if (!token.resource_types || !HasLettersOnce(*token.resource_types, "sco")) {
    return FailForLog("srt does not consist of the letters s, c and o, each at most once");
  }
  if (!token.permissions || !HasLettersOnce(*token.permissions, kLetters)) {
    return FailForLog("sp is missing, or does not consist of letters without duplicates");
  }
  if (!token.expiry) return FailForLog("se is missing");
  return {};
}

Status CheckTableFields(const SharedAccessToken& token) {
  if (!token.table) return FailForLog("tn is missing");
  if (token.policy && Utf16Length(*token.policy) > kPolicyIdCharactersMax) {
    return FailForLog("si is too long");
  }
  if (token.permissions && !HasLettersInOrder(*token.permissions, "raud")) {
    return FailForLog("sp does not consist of the letters r, a, u and d, in this order");
  }
  if ((token.from_row && !token.from_partition) || (token.to_row && !token.to_partition)) {
    return FailForLog("srk needs spk, and erk needs epk");
  }
  return {};
}

std::string_view TextOf(const std::optional<std::string>& field) {
  return field ? std::string_view(*field) : std::string_view();
}

std::vector<std::string> AccountTexts(const SharedAccessToken& token, std::string_view account) {
  const std::string text = fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", account, TextOf(token.permissions),
      TextOf(token.services), TextOf(token.resource_types), TextOf(token.start),
      TextOf(token.expiry), TextOf(token.addresses), TextOf(token.protocols), *token.version);
  if (*token.version < kFirstVersionWithEncryptionScope) return {text};
  return {fmt::format("{}{}\n", text, TextOf(token.encryption_scope)), text};
}

std::string TableText(const SharedAccessToken& token, std::string_view account) {
  const bool has_prefix = *token.version >= kFirstVersionWithTablePrefix;
  std::string text =
      fmt::format("{}\n{}\n{}\n{}/{}/{}\n{}\n", TextOf(token.permissions), TextOf(token.start),
                  TextOf(token.expiry), has_prefix ? "/table" : "", account,
                  AsciiLower(*token.table), TextOf(token.policy));
  if (*token.version >= kFirstAccountVersion) {
    text += fmt::format("{}\n{}\n", TextOf(token.addresses), TextOf(token.protocols));
  }
  return text + fmt::format("{}\n{}\n{}\n{}\n{}", *token.version, TextOf(token.from_partition),
                            TextOf(token.from_row), TextOf(token.to_partition),
                            TextOf(token.to_row));
}

}  // namespace

bool SharedAccessToken::HasAuthorizationCodes() const {
  return version && *version >= kFirstAccountVersion;
}

bool HasSharedAccessToken(std::string_view raw_query) {
  while (!raw_query.empty()) {
    const NamedField* const field = FindField(TakeParameter(raw_query).name);
    if (field != nullptr && field->field == &SharedAccessToken::signature) return true;
  }
  return false;
}

Result<SharedAccessToken> ParseSharedAccessToken(std::string_view raw_query) {
  auto token = ReadFields(raw_query);
  if (!token) return token;
  if (!token->signature) return FailForLog("sig is empty");
  if (auto checked = CheckVersion(*token); !checked) return tl::unexpected(checked.error());
  if (auto checked = token->IsForAccount() ? CheckAccountFields(*token) : CheckTableFields(*token);
      !checked) {
    return tl::unexpected(checked.error());
  }
  return token;
}

std::vector<std::string> TextsToSign(const SharedAccessToken& token, std::string_view account) {
  if (token.IsForAccount()) return AccountTexts(token, account);
  return {TableText(token, account)};
}

}  // namespace rowhouse
