#include "cli/query/sorting_printer.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/numbers.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;

class SortingPrinter final : public EntityPrinter {
 public:
  SortingPrinter(std::unique_ptr<EntityPrinter> printer, std::vector<SortKey> keys,
                 std::optional<std::size_t> limit)
      : printer_(std::move(printer)), keys_(std::move(keys)), limit_(limit) {}

  void Finish() override {
    SortEntities(entities_, keys_);
    const std::size_t count = std::min(entities_.size(), limit_.value_or(SIZE_MAX));
    for (std::size_t place = 0; place < count; ++place) printer_->Add(entities_[place]);
    printer_->Finish();
  }

 private:
  void Take(const Entity& entity) override {
    if (entities_.size() == kSortedMax) {
      throw CommandError(ExitCode::kFailure,
                         fmt::format("--order-by sorts at most {} entities: narrow them with "
                                     "--filter or --partition",
                                     WithCommas(kSortedMax)));
    }
    entities_.push_back(entity);
  }

  std::unique_ptr<EntityPrinter> printer_;
  const std::vector<SortKey> keys_;
  const std::optional<std::size_t> limit_;
  std::vector<Entity> entities_;
};

}  // namespace

std::unique_ptr<EntityPrinter> MakeSortingPrinter(std::unique_ptr<EntityPrinter> printer,
                                                  std::vector<SortKey> keys,
                                                  std::optional<std::size_t> limit) {
  return std::make_unique<SortingPrinter>(std::move(printer), std::move(keys), limit);
}

}  // namespace rowhouse::cli
