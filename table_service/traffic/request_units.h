#pragma once
// What an operation costs in request units, as the Cosmos Table API charges (spec 11.2). Pure.
//
// The service publishes points of the scale and no formula: reading an entity of 1 KiB costs 1,
// writing it 5; reading 100 KiB costs 10, writing it 50. Between them we draw a line, and beyond it
// goes on. A query costs its reading, and 2 for being looked up in the index; what it finds is
// charged by the bytes of its answer, since the entities of one page lie together.

#include <cstddef>

namespace rowhouse {

// A point read of `bytes`, also one that finds nothing.
double ReadUnits(std::size_t bytes);
// An insert, update, upsert or delete of an entity of `bytes`.
double WriteUnits(std::size_t bytes);
// A query whose answer has `bytes`.
double QueryUnits(std::size_t bytes);

}  // namespace rowhouse
