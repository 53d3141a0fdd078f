#include <iostream>
#include <rowhouse/table_client.h>

int main(int, char** arguments) {
  const auto people = rowhouse::tables::TableClient::FromConnectionString(arguments[1], "People");
  people.CreateIfNotExists();
  rowhouse::tables::Entity ada("uk", "ada");
  ada["Born"] = 1815;
  people.UpsertReplace(ada);
  std::cout << people.Get("uk", "ada").Get<int>("Born") << '\n';
}
