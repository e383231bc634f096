// Plays sets from standard input into the machine and holds what it delivers against what follows
// each: INPUT_WORDS words of 32 bits, then OUTPUT_WORDS, lowest first, until the input ends.
// Usage: stream [STALL]; how likely either side waits in a cycle. Status 0 if all sets are right.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "V@MODULE@.h"
#include "verilated.h"

static const int INPUT_WORDS = (@INPUT_BITS@ + 31) / 32;
static const int OUTPUT_WORDS = (@OUTPUT_BITS@ + 31) / 32;
static const int SET_WORDS = INPUT_WORDS + OUTPUT_WORDS;
static const long DEPTH = @DEPTH@, LATENCY = @LATENCY@, INTERVAL = @INTERVAL@;

// Sets as they come: what is under way stays readable.
class Sets {
 public:
  Sets() : ring_(SIZE * SET_WORDS), known_(0), ended_(false) {}

  // Tells whether there is a set of that number, reading on if need be.
  bool has(long set, long oldest) {
    while (set >= known_ && !ended_) {
      const long room = SIZE - (known_ - oldest), place = known_ % SIZE;
      const long count = room < SIZE - place ? room : SIZE - place;
      const long got = std::fread(&ring_[place * SET_WORDS], 4 * SET_WORDS, count, stdin);
      ended_ = got < count;
      known_ += got;
    }
    return set < known_;
  }
  const uint32_t* inputs(long set) const { return &ring_[(set % SIZE) * SET_WORDS]; }
  const uint32_t* outputs(long set) const { return inputs(set) + INPUT_WORDS; }

 private:
  static const long SIZE = 8192 > 4 * DEPTH ? 8192 : 4 * DEPTH;
  std::vector<uint32_t> ring_;
  long known_;
  bool ended_;
};

int main(int count, char** arguments) {
  const double stall = count > 1 ? std::atof(arguments[1]) : 0.0;
  std::mt19937 chance(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  V@MODULE@ machine;
  machine.rst = 1;
  machine.i___05Fvalid = machine.o___05Fready = 0;
  for (int k = 0; k < 2; ++k) {
    machine.clk = 0;
    machine.eval();
    machine.clk = 1;
    machine.eval();
  }
  machine.rst = 0;
  Sets sets;
  long taken = 0, delivered = 0, wrong = 0, first = -1, cycle = 0, quiet = 0;
  bool offering = false;
  const long patience = 1000 * (LATENCY + INTERVAL);
  while (quiet < patience) {
    if (!offering && (stall == 0.0 || uniform(chance) >= stall) && sets.has(taken, delivered)) {
      offering = true;
      std::memcpy(&machine.i___05Fpayload, sets.inputs(taken), 4 * INPUT_WORDS);
    }
    if (!offering && delivered == taken && !sets.has(taken, delivered)) break;
    machine.i___05Fvalid = offering;
    machine.o___05Fready = stall == 0.0 || uniform(chance) >= stall;
    machine.clk = 0;
    machine.eval();
    ++quiet;
    if (offering && machine.i___05Fready) {
      ++taken;
      offering = false;
    }
    if (machine.o___05Fvalid && machine.o___05Fready) {
      const uint32_t* expected = sets.outputs(delivered);
      if (std::memcmp(&machine.o___05Fpayload, expected, 4 * OUTPUT_WORDS)) {
        if (first < 0) first = delivered;
        ++wrong;
      }
      ++delivered;
      quiet = 0;
    }
    machine.clk = 1;
    machine.eval();
    ++cycle;
  }
  const bool all = delivered == taken && !sets.has(taken, delivered);
  std::printf("%ld %ld %ld %ld %d\n", delivered, wrong, first, cycle, all);
  return wrong || !all;
}
