// The jobs for the trials with their expected outputs, and one round of a trial.
//
// The inputs are boards with holes: the tested command generates the boards, and the Workshop makes
// the holes. The expected output of a job is the output of an undisturbed run. The solutions of the
// job "solve line" are checked against the rules and the givens. The inputs are in one folder that
// the Workshop removes, and each Round has its own folder. An error of the setup throws an
// exception.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/system/scratch_folder.hpp"
#include "torture/process.hpp"

namespace dokumill::torture {

// A generator that gives the same numbers for a seed with every standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t sides) { return engine_() % sides; }
  // 0 <= result < 1.
  double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

using testing::Folder;
using testing::read_file;
using testing::write_file;

// Returns the names of the temporary files in a folder, `.OUT.HEX.tmp`.
std::vector<std::string> temporaries(const Folder& folder);

// The shape of the records of an output.
enum class Shape {
  kGrids,  // boards of nine rows, separated by blank lines
  kLines,  // boards of 81 digits
  kTexts,  // one line of any length per record, or a text of lines
  kBook,   // a PDF document
};

struct Job {
  std::string name;
  std::vector<std::string> words;
  std::string input;            // the name of the input, which is copied into the round's folder
  bool is_fed = false;          // the input comes through a pipe
  std::string output;           // the name of the output; "": standard output
  std::string expected;         // the expected bytes of the output
  Shape shape = Shape::kTexts;  // of the output
  double seconds = 0;           // duration of an undisturbed run
  // Other files that the job writes, by name. The bytes of a report differ from run to run.
  std::map<std::string, std::string> beside;

  // True if `bytes` ends with a complete record.
  bool is_whole(std::string_view bytes) const;
  // For an input that changed during the run. True if `bytes` has as many records as `expected`,
  // whatever the records are. For kBook, only the beginning and the end of the document are
  // checked.
  bool has_all_records(std::string_view bytes) const;
};

class Workshop {
 public:
  // any_job() draws from the jobs that have `kind` in their name.
  Workshop(std::string binary, std::size_t records, std::string_view kind);

  const std::string& binary() const { return binary_; }
  const std::string& path() const { return folder_.path(); }
  const std::vector<Job>& jobs() const { return jobs_; }
  const Job& job(std::string_view name) const;
  const Job& any_job(Dice& dice) const { return jobs_[drawn_[dice.below(drawn_.size())]]; }
  std::string input_path(const std::string& name) const { return folder_ / name; }
  std::size_t records() const { return records_; }
  // Updates the expected duration of the job with the duration of an undisturbed run.
  void learn(const Job& job, double seconds);

 private:
  void make_inputs();
  // `words` are separated by blanks.
  void add(std::string name, const std::string& words, std::string input, bool is_fed,
           std::string output, Shape shape);

  std::string binary_;
  std::size_t records_;
  testing::ScratchFolder folder_;
  std::vector<Job> jobs_;
  std::vector<std::size_t> drawn_;  // indices of the jobs for any_job()
};

// One round of a trial: its random numbers, its folder, and the failed checks.
class Round {
 public:
  Round(Workshop& workshop, std::uint64_t seed) : shop(workshop), dice(seed) {}

  void expect(bool holds, const std::string& what) {
    if (!holds) failures.push_back(what);
  }
  // Records that the fault came before the job was done.
  void strike() { has_struck = true; }
  void skip(std::string reason) { skipped = std::move(reason); }

  // Returns a random job.
  const Job& any_job() { return shop.any_job(dice); }
  // Empties the folder, and writes the job's input and an old output into it. Returns what starts
  // the job there.
  Launch lay_out(const Job& job, const Folder& where);
  Launch lay_out(const Job& job) { return lay_out(job, folder); }
  Launch launch(const Job& job, const Folder& where) const;
  // expect_old() expects the old output. If the job writes to standard output, expect_old() expects
  // a prefix of the expected bytes there; otherwise it expects that standard output is empty.
  // expect_new() expects the complete new output.
  void expect_old(const Job& job, const Folder& where, const Ending& ending);
  void expect_new(const Job& job, const Folder& where, const Ending& ending);
  void expect_old_or_new(const Job& job, const Folder& where, const Ending& ending);
  void expect_no_temporaries(const Folder& where, const Ending& ending);
  void expect_status(const Ending& ending, int status);
  // Expects a run that ended as if nothing had happened.
  void expect_success(const Job& job, const Folder& where, const Ending& ending);
  // Expects exactly one line on stderr that begins with "dokumill: " and contains `part`, apart
  // from problems of records and warnings.
  void expect_message(const Ending& ending, const std::string& part);

  Workshop& shop;
  Dice dice;
  testing::ScratchFolder folder;
  std::string job_name;  // for failure messages
  std::vector<std::string> failures;
  std::string skipped;
  bool has_struck = false;
  std::vector<double> stops;  // seconds from a signal to the end

 private:
  bool is_old(const Job& job, const Folder& where) const;
  bool is_new(const Job& job, const Folder& where, const Ending& ending) const;
};

}  // namespace dokumill::torture
