#include "table_service/store/sqlite/files/db_connection.h"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::sqlite {
namespace {

template <class Text>
concept IsBindable = requires(Statement statement, Text&& text) {
  statement.Bind(1, std::forward<Text>(text));
};

// Bound text is borrowed, so binding a temporary string must not compile.
static_assert(IsBindable<std::string&>);
static_assert(IsBindable<const std::string&>);
static_assert(IsBindable<std::string_view>);
static_assert(IsBindable<const char (&)[2]>);
static_assert(!IsBindable<std::string>);
static_assert(!IsBindable<const std::string>);

DbConnection OpenWithNumbers() {
  auto connection = DbConnection::Open(":memory:", DbConnection::OpenMode::kCreate, "");
  BOOST_REQUIRE(connection.has_value());
  BOOST_REQUIRE(connection->Execute("CREATE TABLE numbers(number INTEGER)").has_value());
  return *std::move(connection);
}

std::int64_t Count(DbConnection& connection) {
  return connection.QueryInteger("SELECT count(*) FROM numbers").value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(SqliteConnectionTest)

BOOST_AUTO_TEST_CASE(BindsTextOfAnyCharacters) {
  DbConnection connection = OpenWithNumbers();
  auto statement = connection.Prepare("SELECT length(CAST(?1 AS BLOB))");
  BOOST_REQUIRE(statement.has_value());
  for (const std::string& text : {std::string(), std::string("a\0b", 3), std::string("\xC3\xA4")}) {
    statement->Bind(1, text);
    BOOST_TEST(statement->Step().value());
    BOOST_TEST(statement->Integer(0) == static_cast<std::int64_t>(text.size()));
    statement->Reset();
  }
}

BOOST_AUTO_TEST_CASE(AnExceptionUndoesTheTransaction) {
  DbConnection connection = OpenWithNumbers();
  const auto act = [&] {
    const auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
    BOOST_REQUIRE(connection.Execute("INSERT INTO numbers VALUES(1)").has_value());
    const auto savepoint = Savepoint::Begin(connection);
    BOOST_REQUIRE(connection.Execute("INSERT INTO numbers VALUES(2)").has_value());
    throw std::runtime_error("on purpose");
  };
  for (int round = 0; round < 2; ++round) {
    BOOST_CHECK_THROW(act(), std::runtime_error);
    BOOST_TEST(!connection.InTransaction());
    BOOST_TEST(Count(connection) == 0);
  }
}

BOOST_AUTO_TEST_CASE(AnUndoneSavepointLeavesTheRestOfItsTransaction) {
  DbConnection connection = OpenWithNumbers();
  auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
  BOOST_REQUIRE(connection.Execute("INSERT INTO numbers VALUES(1)").has_value());
  auto savepoint = Savepoint::Begin(connection);
  BOOST_REQUIRE(connection.Execute("INSERT INTO numbers VALUES(2)").has_value());
  BOOST_TEST(savepoint->Undo().has_value());
  BOOST_TEST(transaction->Commit().has_value());
  BOOST_TEST(Count(connection) == 1);
}

BOOST_AUTO_TEST_CASE(AFilterThatThrowsFailsItsStatement) {
  class Throws final : public RowPredicate {
   public:
    bool Matches(std::string_view /*partition*/, std::string_view /*row*/,
                 std::int64_t /*timestamp*/, std::string_view /*properties*/) override {
      throw std::runtime_error("on purpose");
    }
  };
  DbConnection connection = OpenWithNumbers();
  auto statement = connection.Prepare("SELECT matches(?1, '', '', 0, '')");
  BOOST_REQUIRE(statement.has_value());
  Throws filter;
  statement->Bind(1, filter);
  BOOST_TEST(!statement->Step().has_value());
  statement->Reset();
  BOOST_TEST(Count(connection) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
