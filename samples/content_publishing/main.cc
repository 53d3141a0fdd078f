// Content publishing over two regions: each has an account of its own with the same tables.
//
//   table          PartitionKey   RowKey
//   Articles       article        "article", or "review-" and the user
//   Subscriptions  topic          user
//   Notifications  user           newest first
//
// Everybody writes to the near account only, so that a write never waits for the other region. A
// reader asks both at once and joins by RowKey; of two rows with the same keys the later one holds.
// What is taken back is marked, not deleted: a deletion would let the other region's row reappear.

#include "samples/common/sample.h"

#include <chrono>
#include <cstdint>
#include <future>
#include <iostream>
#include <map>

namespace rowhouse::samples {
namespace {

using tables::DateTime;
using tables::Entity;
using tables::TableClient;
using tables::TableServiceClient;
using tables::Where;

struct Region {
  explicit Region(const std::string& connection)
      : service(TableServiceClient::FromConnectionString(connection)) {}

  TableServiceClient service;
  SampleTable articles{service, "Articles"};
  SampleTable subscriptions{service, "Subscriptions"};
  SampleTable notifications{service, "Notifications"};
};

using TableOfRegion = SampleTable Region::*;

class Publisher {
 public:
  Publisher(const std::string& west, const std::string& east) : west_(west), east_(east) {}

  const Region& West() const { return west_; }
  const Region& East() const { return east_; }

  // One partition of both regions, in the order of RowKeys. Each row carries when it was written,
  // by its writer's clock; the service's own Timestamps belong to two services.
  std::vector<Entity> ReadJoined(TableOfRegion table, const std::string& partition_key) const {
    const auto read = [&](const Region& region) {
      const TableClient client = *(region.*table);
      return std::async(std::launch::async, [client, partition_key] {
        return client.Query({.filter = Where("PartitionKey") == partition_key}).ToVector();
      });
    };
    std::future<std::vector<Entity>> in_west = read(west_);
    std::future<std::vector<Entity>> in_east = read(east_);
    std::map<std::string, Entity> rows;
    for (auto* part : {&in_west, &in_east}) {
      for (Entity& entity : part->get()) {
        Entity& row = rows[entity.RowKey()];
        if (row.RowKey().empty() || row.Get<DateTime>("At") < entity.Get<DateTime>("At")) {
          row = std::move(entity);
        }
      }
    }
    std::vector<Entity> joined;
    for (auto& [row_key, entity] : rows) {
      if (!entity.GetOr<bool>("Withdrawn", false)) joined.push_back(std::move(entity));
    }
    return joined;
  }

  void Subscribe(const Region& near, const std::string& user, const std::string& topic,
                 bool subscribed, DateTime at) const {
    Entity subscription(topic, user);
    subscription["Withdrawn"] = !subscribed;
    subscription["At"] = at;
    near.subscriptions->UpsertReplace(subscription);
  }

  // Stores the article and notifies those who subscribed to its topic, in whichever region.
  void Publish(const Region& near, const std::string& article, const std::string& topic,
               const std::string& title, DateTime at) const {
    Entity entity(article, "article");
    entity["Title"] = title;
    entity["At"] = at;
    near.articles->Insert(entity);
    for (const Entity& subscription : ReadJoined(&Region::subscriptions, topic)) {
      Entity notification(subscription.RowKey(), NewestFirst(at) + "-" + article);
      notification["Article"] = article;
      notification["Title"] = title;
      notification["At"] = at;
      near.notifications->UpsertReplace(notification);
    }
  }

  void Review(const Region& near, const std::string& user, const std::string& article,
              std::int32_t stars, DateTime at) const {
    Entity review(article, "review-" + user);
    review["Stars"] = stars;
    review["At"] = at;
    near.articles->UpsertReplace(review);
  }

  void PrintArticle(const std::string& article) const {
    double stars = 0;
    int reviews = 0;
    std::cout << article << ':';
    for (const Entity& row : ReadJoined(&Region::articles, article)) {
      if (row.RowKey() == "article") {
        std::cout << ' ' << row.Get<std::string>("Title") << ';';
      } else {
        std::cout << ' ' << row.RowKey() << ' ' << row.Get<std::int32_t>("Stars");
        stars += row.Get<std::int32_t>("Stars");
        ++reviews;
      }
    }
    Expect(reviews > 0, "the article has reviews");
    std::cout << "; average " << stars / reviews << '\n';
  }

  void PrintNotifications(const std::string& user) const {
    std::cout << "notifications of " << user << ':';
    for (const Entity& notification : ReadJoined(&Region::notifications, user)) {
      std::cout << ' ' << notification.Get<std::string>("Article");
    }
    std::cout << '\n';
  }

 private:
  // Keys are read in ascending order only: later times give smaller keys.
  static std::string NewestFirst(DateTime at) {
    const std::string left =
        std::to_string((*DateTime::Parse("9999-12-31T00:00:00Z") - at).count());
    return std::string(19 - left.size(), '0') + left;
  }

  Region west_;
  Region east_;
};

DateTime Minute(int minute) {
  return *DateTime::Parse("2026-03-01T09:00:00Z") + std::chrono::minutes(minute);
}

void PrintRows(const std::string& name, const Region& region) {
  std::cout << "rows written in " << name << ": " << region.articles->Query().Count()
            << " articles and reviews, " << region.subscriptions->Query().Count()
            << " subscriptions, " << region.notifications->Query().Count() << " notifications\n";
}

void Run(const std::vector<std::string>& connections) {
  const Publisher publisher(connections[0], connections[1]);
  const Region& west = publisher.West();
  const Region& east = publisher.East();

  publisher.Subscribe(west, "alice", "cats", true, Minute(0));
  publisher.Subscribe(east, "bob", "cats", true, Minute(1));
  publisher.Subscribe(west, "carol", "cats", true, Minute(2));
  publisher.Subscribe(east, "carol", "cats", false, Minute(3));  // from a journey
  publisher.Subscribe(east, "carol", "dogs", true, Minute(4));

  publisher.Publish(west, "cats-1", "cats", "Why cats purr", Minute(10));
  publisher.Publish(east, "dogs-1", "dogs", "Why dogs bark", Minute(11));
  publisher.Publish(east, "cats-2", "cats", "Why cats sleep", Minute(12));
  publisher.PrintNotifications("alice");
  publisher.PrintNotifications("bob");
  publisher.PrintNotifications("carol");

  publisher.Review(west, "alice", "cats-1", 5, Minute(20));
  publisher.Review(east, "bob", "cats-1", 4, Minute(21));
  publisher.PrintArticle("cats-1");
  publisher.Review(west, "bob", "cats-1", 2, Minute(22));  // thought again, in the other region
  publisher.PrintArticle("cats-1");

  PrintRows("west", west);
  PrintRows("east", east);
}

}  // namespace
}  // namespace rowhouse::samples

int main(int argc, char** argv) {
  return rowhouse::samples::RunSample(argc, argv, 2, rowhouse::samples::Run);
}
