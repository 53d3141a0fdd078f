// Index table: employees by department, found by e-mail too.
//
// The service has one index, the keys. The application keeps another one in a second table. The two
// tables cannot be written in one transaction, so that a crash leaves half-done work; a note of it,
// written with the change itself, makes the work repairable:
//
//   Employees     department   employee-7        the entity
//                 department   todo-7            what the index still lacks
//   ByEmail       e-mail       department,7      where to look
//
//   1. one transaction: the change and its note     4. whoever finds a note does 2 and 3 again
//   2. the index                                    5. a reader of the index looks at the entity,
//   3. the note is deleted                             since the index may lag

#include "samples/common/sample.h"

#include <iostream>

namespace rowhouse::samples {
namespace {

using tables::Entity;
using tables::Where;

// Stands for a process that dies between two steps.
struct Crash {};
enum class CrashAfter { kNever, kChange, kIndex };

class Directory {
 public:
  explicit Directory(const tables::TableServiceClient& service)
      : employees_(service, "Employees"), by_email_(service, "ByEmail") {}

  void Add(const std::string& department, const std::string& id, const std::string& email,
           CrashAfter crash = CrashAfter::kNever) const {
    Entity employee(department, "employee-" + id);
    employee["Email"] = email;
    tables::Transaction change;
    change.Insert(employee).Insert(Note(department, id, "", email));
    employees_->Submit(change);
    Complete(employees_->Get(department, "todo-" + id), crash);
  }

  void ChangeEmail(const std::string& department, const std::string& id, const std::string& email,
                   CrashAfter crash = CrashAfter::kNever) const {
    // An older change may be half done. Its note is in the way of ours, so it is completed first.
    if (const auto note = employees_->TryGet(department, "todo-" + id)) Complete(*note);
    Entity employee = employees_->Get(department, "employee-" + id);
    const auto old_email = employee.Get<std::string>("Email");
    employee["Email"] = email;
    tables::Transaction change;
    change.UpdateReplace(employee).Insert(Note(department, id, old_email, email));
    employees_->Submit(change);
    Complete(employees_->Get(department, "todo-" + id), crash);
  }

  // Those who have this e-mail, by the index: a query of one partition and a point read of each.
  std::vector<Entity> FindByEmail(const std::string& email) const {
    std::vector<Entity> found;
    for (const Entity& row : by_email_->Query({.filter = Where("PartitionKey") == email})) {
      const auto employee = employees_->TryGet(row.Get<std::string>("Department"),
                                               "employee-" + row.Get<std::string>("Id"));
      if (employee && employee->Get<std::string>("Email") == email) found.push_back(*employee);
    }
    return found;
  }

  // Completes what others left half done; returns how much it was. Run it now and then.
  int Repair() const {
    int repaired = 0;
    for (const Entity& note : employees_->Query({.filter = Where("RowKey").StartsWith("todo-")})) {
      Complete(note);
      ++repaired;
    }
    return repaired;
  }

  // Whether index and employees say the same.
  bool IsConsistent() const {
    std::size_t people = 0;
    for (const Entity& employee :
         employees_->Query({.filter = Where("RowKey").StartsWith("employee-")})) {
      ++people;
      if (FindByEmail(employee.Get<std::string>("Email")).size() != 1) return false;
    }
    return by_email_->Query().Count() == people;
  }

 private:
  static Entity Note(const std::string& department, const std::string& id,
                     const std::string& old_email, const std::string& new_email) {
    Entity note(department, "todo-" + id);
    note["Id"] = id;
    note["Old"] = old_email;
    note["New"] = new_email;
    return note;
  }

  // Steps 2 and 3. May be done twice, and by two at a time, without harm: each write asks for a
  // state, not for a step. New before old, so that the employee never drops out of the index.
  void Complete(const Entity& note, CrashAfter crash = CrashAfter::kNever) const {
    if (crash == CrashAfter::kChange) throw Crash{};
    const auto id = note.Get<std::string>("Id");
    const std::string row_key = note.PartitionKey() + "," + id;
    const auto old_email = note.Get<std::string>("Old");
    const auto new_email = note.Get<std::string>("New");
    Entity row(new_email, row_key);
    row["Department"] = note.PartitionKey();
    row["Id"] = id;
    by_email_->UpsertReplace(row);
    if (!old_email.empty() && old_email != new_email) by_email_->DeleteIfExists(old_email, row_key);
    if (crash == CrashAfter::kIndex) throw Crash{};
    employees_->DeleteIfExists(note.PartitionKey(), note.RowKey());
  }

  SampleTable employees_;
  SampleTable by_email_;
};

void Print(const Directory& directory, const std::string& email) {
  std::cout << email << ':';
  const std::vector<Entity> found = directory.FindByEmail(email);
  if (found.empty()) std::cout << " nobody";
  for (const Entity& employee : found) {
    std::cout << ' ' << employee.PartitionKey() << ' ' << employee.RowKey();
  }
  std::cout << '\n';
}

template <class Action>
void UntilCrash(Action action) {
  try {
    action();
    Expect(false, "the process dies here");
  } catch (const Crash&) {
    // Only what it had written remains of it.
  }
}

void Run(const std::vector<std::string>& connections) {
  const Directory directory(tables::TableServiceClient::FromConnectionString(connections[0]));
  directory.Add("sales", "1", "jon@example.com");
  directory.Add("sales", "2", "mia@example.com");
  directory.Add("research", "7", "eve@example.com");
  directory.ChangeEmail("sales", "2", "mia.may@example.com");
  Print(directory, "jon@example.com");
  Print(directory, "mia@example.com");
  Print(directory, "mia.may@example.com");

  UntilCrash([&] { directory.Add("research", "8", "kim@example.com", CrashAfter::kChange); });
  UntilCrash(
      [&] { directory.ChangeEmail("research", "7", "eva@example.com", CrashAfter::kChange); });
  UntilCrash([&] { directory.ChangeEmail("sales", "1", "jo@example.com", CrashAfter::kIndex); });
  std::cout << "after three crashes\n";
  Print(directory, "kim@example.com");  // not in the index yet
  Print(directory, "eve@example.com");  // still in the index, but the entity says otherwise
  Print(directory, "jo@example.com");   // only the note is left over
  Expect(!directory.IsConsistent(), "work is half done");

  std::cout << "repaired: " << directory.Repair() << '\n';
  Print(directory, "kim@example.com");
  Print(directory, "eva@example.com");
  Expect(directory.IsConsistent(), "index and employees say the same");
  std::cout << "repaired again: " << directory.Repair() << '\n';
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 1, rowhouse::samples::Run);
}
