// The jobs that are tortured, each with its right output, and one round of a trial.
//
// The inputs are boards with holes, made by the command; each right output is what an undisturbed
// run writes, and the solutions among them are checked against the rules and the givens. All of it
// lies in one folder that goes with the Workshop. Failure to set up is an exception.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "torture/process.hpp"

namespace dokumill::torture {

// The same numbers from the same seed with every library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t sides) { return engine_() % sides; }
  // 0 <= result < 1.
  double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

// A fresh folder that everybody may use, removed with everything in it.
class Folder {
 public:
  Folder();
  explicit Folder(std::string path) : path_(std::move(path)), is_ours_(false) {}
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
  std::vector<std::string> names() const;
  // The names `.OUT.HEX.tmp` of temporaries.
  std::vector<std::string> temporaries() const;

 private:
  std::string path_;
  bool is_ours_ = true;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);

// What the records of an output look like.
enum class Shape {
  kGrids,  // boards of nine rows, a blank line between them
  kLines,  // boards of 81 digits
  kTexts,  // a line of any length for each record, or a text of lines
};

struct Job {
  std::string name;
  std::vector<std::string> words;
  std::string input;            // the name of the input, copied or linked into the round's folder
  bool is_fed = false;          // through a pipe
  std::string output;           // the name of the output; empty: standard output
  std::string expected;         // the right bytes
  Shape shape = Shape::kTexts;  // of the output
  double seconds = 0;           // of an undisturbed run
  // What else it writes, by name; a report's bytes are not the same again.
  std::map<std::string, std::string> beside;

  // True if `bytes` end with a whole record.
  bool is_whole(std::string_view bytes) const;
  // True if `bytes` could be the records of another input with as many.
  bool has_all_records(std::string_view bytes) const;
};

class Workshop {
 public:
  // Jobs by chance are those with `kind` in their name.
  Workshop(std::string binary, std::size_t records, std::string_view kind);

  const std::string& binary() const { return binary_; }
  const std::string& path() const { return folder_.path(); }
  const std::vector<Job>& jobs() const { return jobs_; }
  const Job& job(std::string_view name) const;
  const Job& any_job(Dice& dice) const { return jobs_[drawn_[dice.below(drawn_.size())]]; }
  std::string input_path(const std::string& name) const { return folder_ / name; }
  std::size_t records() const { return records_; }
  // A run that took so long says more about how long the job takes here and now.
  void learn(const Job& job, double seconds);

 private:
  void make_inputs();
  void add(std::string name, std::vector<std::string> words, std::string input, bool is_fed,
           std::string output, Shape shape);

  std::string binary_;
  std::size_t records_;
  Folder folder_;
  std::vector<Job> jobs_;
  std::vector<std::size_t> drawn_;  // the jobs by chance
};

// One round of a trial: its dice, its folder, and whether everything held.
class Round {
 public:
  Round(Workshop& workshop, std::uint64_t seed) : shop(workshop), dice(seed) {}

  void expect(bool holds, const std::string& what) {
    if (!holds) failures.push_back(what);
  }
  // The fault came in time, before the job was done.
  void strike() { has_struck = true; }
  void skip(std::string reason) { skipped = std::move(reason); }

  // A job by chance.
  const Job& any_job() { return shop.any_job(dice); }
  // Puts the job's input and an old output into the folder.
  void lay_out(const Job& job, const Folder& where);
  Launch launch(const Job& job, const Folder& where) const;
  // The output is the old one, or the new one, whole; a prefix on standard output.
  void expect_old(const Job& job, const Folder& where, const Ending& ending);
  void expect_new(const Job& job, const Folder& where, const Ending& ending);
  void expect_old_or_new(const Job& job, const Folder& where, const Ending& ending);
  void expect_no_temporaries(const Folder& where, const Ending& ending);
  // Besides problems of records and warnings, one line on stderr that begins "dokumill: " and has
  // `part`.
  void expect_message(const Ending& ending, const std::string& part);

  Workshop& shop;
  Dice dice;
  Folder folder;
  std::string job_name;  // for messages
  std::vector<std::string> failures;
  std::string skipped;
  bool has_struck = false;
  std::vector<double> stops;  // seconds from a signal to the end

 private:
  bool is_old(const Job& job, const Folder& where) const;
  bool is_new(const Job& job, const Folder& where, const Ending& ending) const;
};

}  // namespace dokumill::torture
