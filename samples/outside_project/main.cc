// A program of a project of its own: all it knows of Rowhouse is the installed package.
// usage: people [CONNECTION_STRING]; default: the development account on this machine.

#include <exception>
#include <iostream>
#include <rowhouse/table_client.h>

int main(int argc, char** argv) try {
  const auto people = rowhouse::tables::TableClient::FromConnectionString(
      argc > 1 ? argv[1] : "UseDevelopmentStorage=true", "people");
  people.CreateIfNotExists();
  rowhouse::tables::Entity ada("uk", "ada");
  ada["Born"] = 1815;
  people.UpsertReplace(ada);
  std::cout << people.Get("uk", "ada").Get<int>("Born") << '\n';
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
