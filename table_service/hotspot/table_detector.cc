#include "table_service/hotspot/table_detector.h"

namespace rowhouse {

struct TableDetector::State {
  DetectorOptions options;
  std::uint64_t operations = 0;
};

TableDetector::TableDetector(DetectorOptions options)
    : state_(std::make_unique<State>(State{options})) {}
TableDetector::~TableDetector() = default;
TableDetector::TableDetector(TableDetector&&) noexcept = default;
TableDetector& TableDetector::operator=(TableDetector&&) noexcept = default;

void TableDetector::Record(const Access& /*access*/, AccessTime /*now*/) { ++state_->operations; }

void TableDetector::RecordSize(std::string_view /*partition_key*/, std::uint64_t /*rows*/,
                               std::uint64_t /*bytes*/, AccessTime /*now*/) {}

std::vector<Finding> TableDetector::Findings(AccessTime /*now*/) const { return {}; }

std::uint64_t TableDetector::Operations() const { return state_->operations; }

std::size_t TableDetector::Bytes() const { return sizeof(State); }

}  // namespace rowhouse
