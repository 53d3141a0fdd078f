#pragma once
// The metrics as families, each with its help, type and values. Only the files that include this
// header include <prometheus/...>.

#include "table_service/admin/admin_call.h"
#include "table_service/store/engine_figures.h"

#include <prometheus/metric_family.h>
#include <string>
#include <vector>

namespace rowhouse::admin {

using Families = std::vector<prometheus::MetricFamily>;
using Labels = std::vector<prometheus::ClientMetric::Label>;

// Return a family without values.
prometheus::MetricFamily Counter(const char* name, const char* help);
prometheus::MetricFamily Gauge(const char* name, const char* help);
prometheus::MetricFamily Histogram(const char* name, const char* help);

// Add a value to a family of their type.
void AddCount(prometheus::MetricFamily& family, Labels labels, double value);
void AddLevel(prometheus::MetricFamily& family, Labels labels, double value);
void AddHistogram(prometheus::MetricFamily& family, Labels labels,
                  const store::HistogramCounts& counts);

// Add a family with a single value.
void AddCounter(Families& families, const char* name, const char* help, double value);
void AddGauge(Families& families, const char* name, const char* help, double value);

// In server_metrics.cc: the process, its connections and queues, the tables, the commits and the
// busiest partition.
void AddServerFamilies(Families& families, const AdminServices& services);

}  // namespace rowhouse::admin
