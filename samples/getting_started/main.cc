// Getting started: a table of people, from creating it to deleting it.
//
// An entity is named by two keys. PartitionKey says which entities belong together: they are found
// together and can be written together. RowKey tells them apart. Here the last name is the
// PartitionKey and the first name the RowKey.

#include "samples/common/sample.h"

#include <cstdint>
#include <iostream>

namespace rowhouse::samples {
namespace {

using tables::Entity;
using tables::TableClient;
using tables::Where;

Entity Person(const std::string& last, const std::string& first, std::int32_t born) {
  Entity person(last, first);
  person["Email"] = first + "@example.com";
  person["Born"] = born;  // stays an Edm.Int32 wherever it is read
  return person;
}

void Insert(const TableClient& people) {
  people.Insert(Person("Harp", "Walter", 1961));
  std::cout << "inserted Walter Harp\n";
  try {
    people.Insert(Person("Harp", "Walter", 1999));
    Expect(false, "nobody is inserted twice");
  } catch (const tables::TableError& error) {
    if (!error.Is("EntityAlreadyExists")) throw;
    std::cout << "inserted him again: " << error.Status() << ' ' << error.Code() << '\n';
  }
}

// Up to 100 writes of one partition: all are done, or none.
void SubmitTransactions(const TableClient& people) {
  tables::Transaction smiths;
  smiths.Insert(Person("Smith", "Ben", 1975))
      .Insert(Person("Smith", "Denise", 1980))
      .Insert(Person("Smith", "Jeff", 1969));
  std::cout << "a transaction wrote " << people.Submit(smiths).writes.size() << " Smiths\n";

  tables::Transaction refused;
  refused.Insert(Person("Smith", "Anna", 2001)).Insert(Person("Smith", "Ben", 2002));
  try {
    people.Submit(refused);
    Expect(false, "a transaction with an entity that exists is refused");
  } catch (const tables::TransactionError& error) {
    if (!error.Is("EntityAlreadyExists")) throw;
    std::cout << "another one was refused for its write " << *error.FailedOperation() << ": "
              << error.Code() << '\n';
  }
  Expect(!people.Exists("Smith", "Anna"), "the refused transaction wrote nothing");
}

void Query(const TableClient& people) {
  std::cout << "Smiths before E:";
  for (const Entity& person :
       people.Query({.filter = Where("PartitionKey") == "Smith" && Where("RowKey") < "E"})) {
    std::cout << ' ' << person.RowKey();
  }
  std::cout << "\nborn before 1970:";
  // No PartitionKey in the filter: every partition is read. Only Born is sent.
  for (const Entity& person : people.Query({.filter = Where("Born") < 1970, .select = {"Born"}})) {
    Expect(!person.Has("Email"), "only what was selected is sent");
    std::cout << ' ' << person.RowKey() << ' ' << person.PartitionKey() << ' '
              << person.Get<std::int32_t>("Born");
  }
  std::cout << '\n';
}

// An entity that was read carries its version, the ETag. An update with it fails if someone else
// was faster.
void UpdateWithEtag(const TableClient& people) {
  Entity mine = people.Get("Smith", "Jeff");
  Entity theirs = people.Get("Smith", "Jeff");
  theirs["Email"] = "jeff@example.org";
  people.UpdateMerge(theirs);

  mine["Phone"] = "425-555-0104";
  try {
    people.UpdateReplace(mine);
    Expect(false, "an old version is not written over a new one");
  } catch (const tables::TableError& error) {
    if (!error.Is("UpdateConditionNotSatisfied")) throw;
    std::cout << "updated an old version of Jeff Smith: " << error.Status() << ' ' << error.Code()
              << '\n';
  }
  mine = people.Get("Smith", "Jeff");
  mine["Phone"] = "425-555-0104";
  people.UpdateReplace(mine);

  const Entity stored = people.Get("Smith", "Jeff");
  std::cout << "read him again and updated: " << stored.Get<std::string>("Email") << ", "
            << stored.Get<std::string>("Phone") << '\n';
}

void Delete(const TableClient& people) {
  people.Delete("Smith", "Ben");
  Expect(!people.TryGet("Smith", "Ben"), "who was deleted is gone");
  Expect(!people.DeleteIfExists("Smith", "Ben"), "nobody is deleted twice");
  std::cout << "deleted Ben Smith; people left: " << people.Query().Count() << '\n';
}

void Run(const std::vector<std::string>& connections) {
  const auto service = tables::TableServiceClient::FromConnectionString(connections[0]);
  const SampleTable people(service, "People");
  std::cout << "created table People\n";
  Insert(*people);
  SubmitTransactions(*people);
  Query(*people);
  UpdateWithEtag(*people);
  Delete(*people);
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 1, rowhouse::samples::Run);
}
