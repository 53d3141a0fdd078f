#include "table_service/admin/metric_families.h"

#include <limits>
#include <utility>

namespace rowhouse::admin {

prometheus::MetricFamily Counter(const char* name, const char* help) {
  return {.name = name, .help = help, .type = prometheus::MetricType::Counter, .metric = {}};
}

prometheus::MetricFamily Gauge(const char* name, const char* help) {
  return {.name = name, .help = help, .type = prometheus::MetricType::Gauge, .metric = {}};
}

prometheus::MetricFamily Histogram(const char* name, const char* help) {
  return {.name = name, .help = help, .type = prometheus::MetricType::Histogram, .metric = {}};
}

void AddCount(prometheus::MetricFamily& family, Labels labels, double value) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  family.metric.push_back(std::move(metric));
}

void AddLevel(prometheus::MetricFamily& family, Labels labels, double value) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  family.metric.push_back(std::move(metric));
}

void AddHistogram(prometheus::MetricFamily& family, Labels labels,
                  const store::HistogramCounts& counts) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counts.counts.size(); ++i) {
    count += counts.counts[i];
    metric.histogram.bucket.push_back(
        {.cumulative_count = count,
         .upper_bound = i < counts.bounds.size() ? counts.bounds[i]
                                                 : std::numeric_limits<double>::infinity()});
  }
  metric.histogram.sample_count = count;
  metric.histogram.sample_sum = counts.sum;
  family.metric.push_back(std::move(metric));
}

void AddCounter(Families& families, const char* name, const char* help, double value) {
  families.push_back(Counter(name, help));
  AddCount(families.back(), {}, value);
}

void AddGauge(Families& families, const char* name, const char* help, double value) {
  families.push_back(Gauge(name, help));
  AddLevel(families.back(), {}, value);
}

}  // namespace rowhouse::admin
