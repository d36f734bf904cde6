// JsonLines: converts csv rows to JSON Lines, one object per row with the columns as its members.
//
//   puzzle,solution        {"puzzle":"53..7...","solution":"534678912..."}
//   53..7...,534678912...
//
// A field of a text column becomes a string. In a number column, which the job adds (columns.cpp),
// a number becomes a JSON number, and any other field, such as an empty one, becomes null.
//
// Memory: the fields of one row. Cost: a check of each field, sixteen bytes at a time, and one copy
// of the field if it has nothing to escape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tables/columns.hpp"
#include "tables/csv_rows.hpp"

namespace dokumill::tables {

class JsonLines {
 public:
  JsonLines(const std::vector<Column>& columns, char separator);

  // Appends the objects of the rows to `out`. `csv` must hold whole rows. Failure: kInput if a
  // value is not UTF-8; kSelfCheck if a row does not have the columns of the header.
  Status convert(std::string_view csv, std::string& out);

 private:
  struct Member {
    std::string name;
    std::string before;  // what comes before the value: `{"puzzle":"`
    ColumnType type;
  };

  std::vector<Member> members_;
  CsvRows rows_;
  std::uint64_t converted_ = 0;  // rows
};

}  // namespace dokumill::tables
