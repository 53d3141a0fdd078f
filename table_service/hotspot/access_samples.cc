#include "table_service/hotspot/access_samples.h"

#include <algorithm>
#include <utility>

namespace rowhouse {

std::size_t AccessSamples::SizeOf(const SampledAccess& sample) {
  return sizeof sample + sample.partition_key.capacity() + sample.row_key.capacity() +
         sample.properties.capacity();
}

SampledAccess AccessSamples::SampleOf(const KeyAccess& access, AccessTime now) {
  const std::string_view properties =
      access.properties.size() <= kPropertiesMax ? access.properties : std::string_view();
  return {.kind = access.kind,
          .partition_key = std::string(access.partition_key),
          .row_key = std::string(access.row_key),
          .properties = std::string(properties),
          .time = now};
}

void AccessSamples::AddTo(std::vector<SampledAccess>& items, const KeyAccess& access,
                          AccessTime now) {
  if (bytes_ < kBytesMax) bytes_ += SizeOf(items.emplace_back(SampleOf(access, now)));
}

void AccessSamples::OfferTo(Reservoir& reservoir, const KeyAccess& access, AccessTime now) {
  reservoir.offered = std::min<std::uint64_t>(reservoir.offered + 1, 64 * kReservoir);
  if (reservoir.items.size() < kReservoir) return AddTo(reservoir.items, access, now);
  const std::uint64_t place = random_() % reservoir.offered;
  if (place >= kReservoir) return;
  SampledAccess sample = SampleOf(access, now);  // first, since it may throw
  bytes_ -= SizeOf(reservoir.items[place]);
  reservoir.items[place] = std::move(sample);
  bytes_ += SizeOf(reservoir.items[place]);
}

void AccessSamples::AddToRun(const KeyAccess& access, AccessTime now) {
  const std::uint64_t place = write_count_++ % kRunEvery;
  if (place >= kRunLength) return;
  if (place == 0) {
    for (const SampledAccess& sample : last_run_) bytes_ -= SizeOf(sample);
    last_run_ = std::exchange(run_, {});
  }
  AddTo(run_, access, now);
}

void AccessSamples::Offer(const KeyAccess& access, AccessTime now) {
  if (!IsWrite(access.kind)) return OfferTo(reads_, access, now);
  AddToRun(access, now);
  OfferTo(writes_, access, now);
}

std::vector<SampledAccess> AccessSamples::List() const {
  std::vector<SampledAccess> list;
  for (const auto* part : {&last_run_, &run_, &writes_.items, &reads_.items}) {
    list.insert(list.end(), part->begin(), part->end());
  }
  std::stable_sort(
      list.begin(), list.end(),
      [](const SampledAccess& left, const SampledAccess& right) { return left.time < right.time; });
  return list;
}

}  // namespace rowhouse
