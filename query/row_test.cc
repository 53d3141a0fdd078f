#include "query/row_test.h"

#include "entity/stored_properties.h"
#include "query/value_test.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace rowhouse {
namespace {

// Identifies the operand of a step. Numbers from kFirstSlot up are custom properties.
constexpr std::size_t kPartitionKey = 0;
constexpr std::size_t kRowKey = 1;
constexpr std::size_t kTimestamp = 2;
constexpr std::size_t kFirstSlot = 3;

// Where evaluation continues: a step, or the result.
using Target = std::uint32_t;
constexpr Target kAccept = UINT32_MAX;
constexpr Target kReject = UINT32_MAX - 1;

// One comparison or bare property, and where to continue if it holds and if it does not. Targets
// always have lower numbers, so evaluation terminates.
struct Step {
  std::size_t operand;
  std::optional<ValueTest> test;  // none: a bare property
  Target if_true;
  Target if_false;
};

// The properties of a row that the filter names, in the order of the slots.
using Slots = std::span<StoredProperty>;
constexpr std::size_t kSlotsOnStack = 8;

}  // namespace

// The tree with `and`, `or` and `not` turned into jumps and its property names numbered.
struct RowTest::Program {
  std::vector<Step> steps;
  Target entry = kAccept;
  std::vector<std::string> names;  // of the slots, in their stored form
  std::unordered_map<std::string, std::size_t> slots_by_name;

  // Emits steps from last to first, so that the targets of each are known. Returns the first step.
  Target Emit(const FilterNode& filter, Target if_true, Target if_false);
  struct Emitter;
  std::size_t OperandOf(const std::string& property);

  bool Run(const StoredEntity& entity, Slots slots) const;
  bool Holds(const Step& step, const StoredEntity& entity, Slots slots) const;
  void Fill(std::string_view properties, Slots slots) const;
  std::size_t SlotOf(std::string_view name) const;
};

struct RowTest::Program::Emitter {
  Program& program;
  Target if_true;
  Target if_false;

  Target operator()(const And& junction) const {
    const Target right = program.Emit(*junction.right, if_true, if_false);
    return program.Emit(*junction.left, right, if_false);
  }
  Target operator()(const Or& junction) const {
    const Target right = program.Emit(*junction.right, if_true, if_false);
    return program.Emit(*junction.left, if_true, right);
  }
  Target operator()(const Not& negation) const {
    return program.Emit(*negation.operand, if_false, if_true);
  }
  Target operator()(const Constant& constant) const { return constant.value ? if_true : if_false; }
  Target operator()(const BareProperty& bare) const { return Emit(bare.property, std::nullopt); }
  Target operator()(const Comparison& comparison) const {
    return Emit(comparison.property, ValueTest(comparison.op, comparison.literal));
  }

 private:
  Target Emit(const std::string& property, std::optional<ValueTest> test) const {
    program.steps.push_back({program.OperandOf(property), std::move(test), if_true, if_false});
    return static_cast<Target>(program.steps.size() - 1);
  }
};

Target RowTest::Program::Emit(const FilterNode& filter, Target if_true, Target if_false) {
  return std::visit(Emitter{*this, if_true, if_false}, filter.shape);
}

std::size_t RowTest::Program::OperandOf(const std::string& property) {
  if (property == "PartitionKey") {
    return kPartitionKey;
  }
  if (property == "RowKey") {
    return kRowKey;
  }
  if (property == "Timestamp") {
    return kTimestamp;
  }
  const auto [place, is_new] = slots_by_name.try_emplace(EscapeName(property), names.size());
  if (is_new) {
    names.push_back(place->first);
  }
  return kFirstSlot + place->second;
}

bool RowTest::Program::Run(const StoredEntity& entity, Slots slots) const {
  Target next = entry;
  bool filled = false;
  while (next < kReject) {
    const Step& step = steps[next];
    if (step.operand >= kFirstSlot && !filled) {
      Fill(entity.properties, slots);
      filled = true;
    }
    next = Holds(step, entity, slots) ? step.if_true : step.if_false;
  }
  return next == kAccept;
}

bool RowTest::Program::Holds(const Step& step, const StoredEntity& entity, Slots slots) const {
  switch (step.operand) {
    case kPartitionKey:
      return step.test && step.test->HoldsForKey(entity.partition_key);
    case kRowKey:
      return step.test && step.test->HoldsForKey(entity.row_key);
    case kTimestamp:
      return step.test && step.test->HoldsForTimestamp(entity.timestamp);
    default:
      break;
  }
  const StoredProperty& property = slots[step.operand - kFirstSlot];
  if (property.value.empty()) {
    return false;  // absent
  }
  return step.test ? step.test->Holds(property) : property.value == "true";
}

void RowTest::Program::Fill(std::string_view properties, Slots slots) const {
  for (StoredProperty& slot : slots) slot.value = {};  // absent until it is found
  std::size_t missing = names.size();
  StoredPropertyCursor cursor(properties);
  while (missing > 0 && cursor.Next()) {
    const std::size_t slot = SlotOf(cursor.Current().name);
    if (slot < slots.size()) {
      slots[slot] = cursor.Current();
      --missing;
    }
  }
}

std::size_t RowTest::Program::SlotOf(std::string_view name) const {
  if (names.size() <= kSlotsOnStack) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  const auto place = slots_by_name.find(std::string(name));
  return place == slots_by_name.end() ? names.size() : place->second;
}

RowTest::RowTest(const FilterNode* filter) {
  auto program = std::make_unique<Program>();
  if (filter != nullptr) {
    program->entry = program->Emit(*filter, kAccept, kReject);
  }
  program_ = std::move(program);
}

RowTest::~RowTest() = default;
RowTest::RowTest(RowTest&&) noexcept = default;
RowTest& RowTest::operator=(RowTest&&) noexcept = default;

bool RowTest::Matches(const StoredEntity& entity) const {
  const std::size_t count = program_->names.size();
  if (count <= kSlotsOnStack) {
    std::array<StoredProperty, kSlotsOnStack> slots;  // NOLINT(*-member-init): Fill() clears them
    return program_->Run(entity, Slots(slots).first(count));
  }
  std::vector<StoredProperty> slots(count);
  return program_->Run(entity, slots);
}

}  // namespace rowhouse
