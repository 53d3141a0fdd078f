#pragma once
// The cost of an operation in request units, as the Cosmos Table API charges it (spec 11.2).
//
// The service publishes examples but no formula: reading an entity of 1 KiB costs 1, writing it 5;
// reading 100 KiB costs 10, writing it 50. We use the straight line through these points. A query
// costs 2 for the index lookup plus a read of the bytes of its answer, since the entities of a page
// are stored together.

#include <cstddef>

namespace rowhouse {

// Returns the cost of a point read of `bytes`, also of one that finds nothing.
double ReadUnits(std::size_t bytes);
// Returns the cost of an insert, update, upsert or delete of an entity of `bytes`.
double WriteUnits(std::size_t bytes);
// Returns the cost of a query whose answer has `bytes`.
double QueryUnits(std::size_t bytes);

}  // namespace rowhouse
