#pragma once
// Mapping a struct to an entity and back.
//
//   struct Person {
//     std::string country;
//     std::string name;
//     int born = 0;
//     std::optional<double> height;
//   };
//   const auto kPeople = EntityMapping<Person>()
//                            .PartitionKey(&Person::country)
//                            .RowKey(&Person::name)
//                            .Property("Born", &Person::born)
//                            .Property("Height", &Person::height);
//   table.Insert(kPeople.ToEntity(person));
//
// A member is of a type that Value::As() can read, or an optional of one, which is empty for an
// absent property. A mapping is a value; const calls may overlap.

#include <functional>
#include <optional>
#include <rowhouse/entity.h>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::tables {

template <class T>
class EntityMapping {
 public:
  EntityMapping& PartitionKey(std::string T::*member) & { return partition_key_ = member, *this; }
  EntityMapping&& PartitionKey(std::string T::*member) && {
    return partition_key_ = member, std::move(*this);
  }
  EntityMapping& RowKey(std::string T::*member) & { return row_key_ = member, *this; }
  EntityMapping&& RowKey(std::string T::*member) && { return row_key_ = member, std::move(*this); }
  template <class Member>
  EntityMapping& Property(std::string name, Member T::*member) & {
    fields_.push_back(MakeField(std::move(name), member));
    return *this;
  }
  template <class Member>
  EntityMapping&& Property(std::string name, Member T::*member) && {
    fields_.push_back(MakeField(std::move(name), member));
    return std::move(*this);
  }

  // The keys are empty where no member was named for them.
  Entity ToEntity(const T& object) const {
    Entity entity(partition_key_ == nullptr ? "" : object.*partition_key_,
                  row_key_ == nullptr ? "" : object.*row_key_);
    for (const Field& field : fields_) field.write(object, entity);
    return entity;
  }
  // PropertyError: a property is absent and its member is not optional, or it has another type.
  // Properties without a member are ignored.
  T FromEntity(const Entity& entity) const {
    T object{};
    if (partition_key_ != nullptr) object.*partition_key_ = entity.PartitionKey();
    if (row_key_ != nullptr) object.*row_key_ = entity.RowKey();
    for (const Field& field : fields_) field.read(entity, object);
    return object;
  }

 private:
  struct Field {
    std::function<void(const T&, Entity&)> write;
    std::function<void(const Entity&, T&)> read;
  };

  template <class Member>
  static Field MakeField(std::string name, Member T::*member) {
    return {[name, member](const T& object, Entity& entity) { entity[name] = object.*member; },
            [name, member](const Entity& entity, T& object) {
              object.*member = entity.Get<Member>(name);
            }};
  }
  template <class Member>
  static Field MakeField(std::string name, std::optional<Member> T::*member) {
    return {[name, member](const T& object, Entity& entity) { entity[name] = object.*member; },
            [name, member](const Entity& entity, T& object) {
              object.*member = entity.TryGet<Member>(name);
            }};
  }

  std::string T::*partition_key_ = nullptr;
  std::string T::*row_key_ = nullptr;
  std::vector<Field> fields_;
};

}  // namespace rowhouse::tables
