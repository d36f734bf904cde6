// make_class_table FOLDER [FIRST LAST]: counts the canonical boards, and writes the table of
// class_table.hpp as FOLDER/class_table.bin.
//
// The program counts the boards of one band after another, which takes 12 minutes in all
// (Sapphire Rapids). It writes the counts of each band to a file in FOLDER, and skips bands that
// have such a file, so it can be stopped and started again. With FIRST and LAST, it only counts
// these bands (1 to 416), so that several processes can share the work. When the counts of all
// bands exist, it writes the table, and prints the number of classes for each number of
// automorphisms.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "engine/classes/bands.hpp"
#include "engine/classes/class_table.hpp"
#include "engine/classes/completions.hpp"

namespace dokumill::classes {
namespace {

// The counts of a band, and the numbers of boards by automorphisms.
struct Counts {
  std::vector<std::uint64_t> rows;
  Tally tally{};
};

std::filesystem::path counts_path(const std::filesystem::path& folder, int band) {
  return folder / ("band_" + std::to_string(band + 1) + ".txt");
}

void count_band(const std::filesystem::path& folder, int band) {
  const std::filesystem::path path = counts_path(folder, band);
  if (std::filesystem::exists(path)) return;
  const std::filesystem::path unfinished = path.string() + ".tmp";
  std::ofstream file(unfinished);
  Completions completions(band);
  Counts counts;
  std::uint64_t sum = 0;
  for (const Row& row : fourth_rows(band)) {
    completions.set_fourth_row(row);
    const std::uint64_t count = completions.count(&counts.tally);
    file << count << '\n';
    sum += count;
  }
  for (std::size_t i = 0; i < counts.tally.size(); ++i) {
    if (counts.tally[i] != 0) file << "automorphisms " << i << ' ' << counts.tally[i] << '\n';
  }
  file.close();
  if (!file) {
    std::cerr << "make_class_table: cannot write " << unfinished << '\n';
    std::exit(1);
  }
  std::filesystem::rename(unfinished, path);
  std::cout << "band " << band + 1 << ": " << sum << " boards" << std::endl;
}

Counts read_counts(const std::filesystem::path& folder, int band) {
  Counts counts;
  std::ifstream file(counts_path(folder, band));
  for (std::string word; file >> word;) {
    if (word != "automorphisms") {
      counts.rows.push_back(std::stoull(word));
      continue;
    }
    std::size_t automorphisms = 0;
    file >> automorphisms;
    file >> counts.tally.at(automorphisms);
  }
  return counts;
}

void append_bits(std::string& bytes, std::size_t& bits, std::uint32_t number, unsigned count) {
  for (unsigned i = 0; i < count; ++i, ++bits) {
    if (bits % 8 == 0) bytes += '\0';
    const unsigned bit = number >> i & 1;
    bytes.back() = static_cast<char>(static_cast<unsigned char>(bytes.back()) | bit << bits % 8);
  }
}

std::string encode(const std::vector<std::uint64_t>& counts, unsigned low_bits) {
  std::string bytes(1, static_cast<char>(low_bits));
  std::size_t bits = 0;
  std::int64_t before = 0;
  for (const std::uint64_t count : counts) {
    const std::int64_t d = static_cast<std::int64_t>(count) - before;
    const auto v = static_cast<std::uint32_t>(d >= 0 ? 2 * d : -2 * d - 1);
    if (v >> kRawBits != 0) std::abort();
    const std::uint32_t ones = v >> low_bits;
    if (ones >= kMaxOnes) {
      append_bits(bytes, bits, ~0U, kMaxOnes);
      append_bits(bytes, bits, v, kRawBits);
    } else {
      append_bits(bytes, bits, (1U << ones) - 1, ones + 1);
      append_bits(bytes, bits, v, low_bits);
    }
    before += d;
  }
  return bytes;
}

std::string bytes_of(std::uint64_t number) {
  if (number >> 32 != 0) std::abort();
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> 8 * i & 255);
  return bytes;
}

void write_table(const std::filesystem::path& folder) {
  std::string header, bytes;
  Tally tally{};
  std::uint64_t all = 0;
  for (int band = 0; band < kBandClasses; ++band) {
    const Counts counts = read_counts(folder, band);
    if (counts.rows.size() != fourth_rows(band).size()) {
      std::cerr << "make_class_table: " << counts_path(folder, band) << " is not complete\n";
      std::exit(1);
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts.rows) sum += count;
    for (std::size_t i = 0; i < tally.size(); ++i) tally[i] += counts.tally[i];
    all += sum;
    header += bytes_of(sum) + bytes_of(8 * kBandClasses + bytes.size());
    std::string best = encode(counts.rows, 0);
    for (unsigned low_bits = 1; low_bits < kRawBits; ++low_bits) {
      std::string next = encode(counts.rows, low_bits);
      if (next.size() < best.size()) best = std::move(next);
    }
    bytes += best;
  }
  std::ofstream file(folder / "class_table.bin", std::ios::binary);
  file << header << bytes;
  file.close();
  std::cout << all << " classes, " << header.size() + bytes.size() << " bytes\n";
  for (std::size_t i = 0; i < tally.size(); ++i) {
    if (tally[i] != 0) std::cout << tally[i] << " classes with " << i << " automorphisms\n";
  }
  if (!file) std::exit(1);
}

int run(int count, char** arguments) {
  if (count != 2 && count != 4) {
    std::cerr << "usage: make_class_table FOLDER [FIRST LAST]\n";
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  const int first = count == 4 ? std::atoi(arguments[2]) : 1;
  const int last = count == 4 ? std::atoi(arguments[3]) : kBandClasses;
  if (first < 1 || last > kBandClasses) {
    std::cerr << "make_class_table: expected bands 1 to 416\n";
    return 2;
  }
  for (int band = first; band <= last; ++band) count_band(folder, band - 1);
  if (count == 2) write_table(folder);
  return 0;
}

}  // namespace
}  // namespace dokumill::classes

int main(int count, char** arguments) {
  return dokumill::classes::run(count, arguments);
}
