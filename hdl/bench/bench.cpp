// Plays inputs.hex into the machine and holds every word that it delivers against expected.hex.
// Usage: bench [--stall P] [--seed S] [--rounds N]; status 0 if all words are right, else 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "V@MODULE@.h"
#include "verilated.h"

static const int INPUT_BITS = @INPUT_BITS@, OUTPUT_BITS = @OUTPUT_BITS@;
static const long LATENCY = @LATENCY@, INTERVAL = @INTERVAL@;

typedef std::vector<uint32_t> Word;

static Word parsed(const std::string& text, int bits) {
  Word word((bits + 31) / 32, 0);
  int place = 0;
  for (size_t k = text.size(); k-- > 0; place += 4) {
    const char c = text[k];
    const uint32_t digit = c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
    word[place / 32] |= digit << (place % 32);
  }
  return word;
}

static std::vector<Word> read(const char* name, int bits) {
  std::ifstream file(name);
  std::vector<Word> words;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) words.push_back(parsed(line, bits));
  if (words.empty()) {
    std::fprintf(stderr, "bench: no words in %s\n", name);
    std::exit(2);
  }
  return words;
}

// Verilator has one type for up to 64 bits and another for more.
template <typename Port> static void put(Port& port, const Word& word) {
  std::memcpy(&port, word.data(), sizeof(uint32_t) * word.size());
}

template <typename Port> static bool shows(const Port& port, const Word& word) {
  return std::memcmp(&port, word.data(), sizeof(uint32_t) * word.size()) == 0;
}

int main(int count, char** arguments) {
  double stall = 0.0;
  unsigned seed = 1;
  long rounds = 1;
  for (int k = 1; k + 1 < count; k += 2) {
    const std::string option = arguments[k];
    if (option == "--stall") stall = std::atof(arguments[k + 1]);
    if (option == "--seed") seed = std::atoi(arguments[k + 1]);
    if (option == "--rounds") rounds = std::atol(arguments[k + 1]);
  }
  const std::vector<Word> inputs = read("inputs.hex", INPUT_BITS);
  const std::vector<Word> expected = read("expected.hex", OUTPUT_BITS);
  const long size = inputs.size(), sets = size * rounds;
  std::mt19937 chance(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  V@MODULE@ machine;
  machine.rst = 1;
  machine.in_valid = machine.out_ready = 0;
  for (int k = 0; k < 2; ++k) {
    machine.clk = 0;
    machine.eval();
    machine.clk = 1;
    machine.eval();
  }
  machine.rst = 0;
  long taken = 0, delivered = 0, wrong = 0, cycle = 0, first_in = -1, first_out = -1, quiet = 0;
  bool offering = false;
  const long patience = 1000 * (LATENCY + INTERVAL);
  while (delivered < sets && quiet < patience) {
    if (!offering && taken < sets && (stall == 0.0 || uniform(chance) >= stall)) {
      offering = true;
      put(machine.in_payload, inputs[taken % size]);
    }
    machine.in_valid = offering;
    machine.out_ready = stall == 0.0 || uniform(chance) >= stall;
    machine.clk = 0;
    machine.eval();
    ++quiet;
    if (offering && machine.in_ready) {
      if (first_in < 0) first_in = cycle;
      ++taken;
      offering = false;
    }
    if (machine.out_valid) {
      if (first_out < 0) first_out = cycle;
      const bool right = shows(machine.out_payload, expected[delivered % size]);
      if (!right && wrong < 5)
        std::printf("cycle %ld: set %ld is wrong\n", cycle, delivered + 1);
      wrong += !right;
      if (machine.out_ready) {
        ++delivered;
        quiet = 0;
      }
    }
    machine.clk = 1;
    machine.eval();
    ++cycle;
  }
  const bool late = first_out - first_in != LATENCY;
  const bool all = delivered == sets;
  const double seconds = double(std::clock()) / CLOCKS_PER_SEC;
  std::printf("%ld of %ld sets, %ld wrong, latency %ld (%ld), %ld cycles, %.0f sets a CPU second\n",
              delivered, sets, wrong, first_out - first_in, LATENCY, cycle, delivered / seconds);
  std::printf(wrong || late || !all ? "FAIL\n" : "PASS\n");
  return wrong || late || !all;
}
