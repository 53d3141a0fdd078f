#include "table_service/store/sqlite/files/file_sums.h"

#include "table_service/store/sqlite/files/disk.h"

#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <openssl/evp.h>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16U;
constexpr std::size_t kSumLength = 64;
constexpr std::string_view kGap = "  ";  // between sum and name
constexpr std::size_t kNamePlace = kSumLength + kGap.size();

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

tl::unexpected<DbError> Failure(DbError::Kind kind, const std::filesystem::path& path,
                                std::string_view what) {
  return tl::unexpected(DbError{kind, fmt::format("{}: {}", path.string(), what)});
}

}  // namespace

DbResult<std::string> SumOf(const std::filesystem::path& file) {
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  bool good = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  std::ifstream in(file, std::ios::binary);
  std::string block(kReadBytes, '\0');
  while (good && in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    good =
        EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(in.gcount())) == 1;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned size = 0;
  good = good && in.eof() && EVP_DigestFinal_ex(context.get(), code.data(), &size) == 1;
  if (!good) return Failure(DbError::Kind::kIo, file, "cannot be read");
  return fmt::format("{:02x}", fmt::join(code.begin(), code.begin() + size, ""));
}

DbStatus WriteSums(const std::filesystem::path& folder) {
  FileSums sums;
  for (const auto& path : ListFolder(folder)) {
    auto sum = SumOf(path);
    if (!sum) return tl::unexpected(std::move(sum.error()));
    sums[path.filename()] = *std::move(sum);
  }
  const auto path = folder / kSumsFileName;
  std::ofstream out(path, std::ios::binary);
  for (const auto& [name, sum] : sums) out << sum << kGap << name << '\n';
  out.close();
  if (!out) {
    const auto kind = errno == ENOSPC ? DbError::Kind::kFull : DbError::Kind::kIo;
    return Failure(kind, path, "cannot be written");
  }
  return SyncPath(path);
}

DbResult<FileSums> ReadSums(const std::filesystem::path& folder) {
  const auto path = folder / kSumsFileName;
  std::ifstream in(path, std::ios::binary);
  if (!in) return Failure(DbError::Kind::kCorrupt, path, "is missing");
  FileSums sums;
  for (std::string line; std::getline(in, line);) {
    const bool has_both = line.size() > kNamePlace && line.substr(kSumLength, kGap.size()) == kGap;
    const std::string name = has_both ? line.substr(kNamePlace) : "";
    if (name.empty() || name.find('/') != std::string::npos) {
      return Failure(DbError::Kind::kCorrupt, path, fmt::format("cannot be read at '{}'", line));
    }
    sums[name] = line.substr(0, kSumLength);
  }
  for (const auto& file : ListFolder(folder)) {
    if (file.extension() == ".db" && !sums.contains(file.filename())) {
      return Failure(DbError::Kind::kCorrupt, path, "does not name " + file.filename().string());
    }
  }
  return sums;
}

}  // namespace rowhouse::sqlite
