#include "cli/help/candidates.h"

#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/test/unit_test.hpp>

namespace rowhouse::cli {
namespace {

struct CandidateCase {
  std::vector<std::string> before;
  std::string last;
  std::vector<std::string> wanted;
  std::vector<std::string> unwanted = {};
  NameKind names = NameKind::kNone;
};

const CandidateCase kCases[] = {
    {{}, "", {"table", "query", "help"}, {"list", "complete"}},
    {{}, "ta", {"table"}, {"query"}},
    {{"table"}, "", {"list", "create"}, {"table"}},
    {{"table", "li"}, "", {"list"}},
    {{"query"}, "", {}, {"--filter"}, NameKind::kTable},
    {{"query", "People"}, "", {"--filter"}, {"query"}},
    {{"query", "People"}, "--new", {"--newest-first"}, {"--filter"}},
    {{"query", "People", "-f"}, "", {"table", "json", "jsonl", "csv"}, {"--filter"}},
    {{"query", "People", "--format"}, "json", {"json", "jsonl"}, {"csv"}},
    {{"query", "--filter"}, "", {}, {"--filter", "table"}},
    {{"query", "--limit", "5"}, "", {}, {"--filter"}, NameKind::kTable},
    {{"query", "--expanded"}, "", {}, {"--filter"}, NameKind::kTable},
    {{"table", "delete", "One"}, "", {}, {}, NameKind::kTable},
    {{"table", "list", "--profile"}, "", {}, {}, NameKind::kProfile},
    {{"--profile", "cloud", "table"}, "cl", {"clear"}, {"list"}},
    {{"import"}, "peo", {}, {"table"}},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(CandidatesTest)

BOOST_AUTO_TEST_CASE(WhatCanFollow) {
  CLI::App app;
  Program program;
  Register(app, program);
  for (const CandidateCase& item : kCases) {
    const Candidates found = CandidatesFor(app, item.before, item.last);
    const std::string line = CLI::detail::join(item.before, " ") + " " + item.last + ": " +
                             CLI::detail::join(found.words, " ");
    const auto has = [&found](const std::string& word) {
      return std::ranges::find(found.words, word) != found.words.end();
    };
    BOOST_TEST(std::ranges::all_of(item.wanted, has), line);
    BOOST_TEST(std::ranges::none_of(item.unwanted, has), line);
    BOOST_TEST((found.names == item.names), line);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
