// Plays sets of inputs into the machine and holds every word and every handshake against what is
// expected: words from inputs.hex and expected.hex, or pairs of both, 32 bits at a time with the
// lowest first, from standard input (--stream). Ready and valid by the machine's contract: a set is
// taken every INTERVAL cycles while fewer than DEPTH are under way, and shown LATENCY later, in BEATS
// words one after the other, each until it is taken.
// Usage: bench [--stall P] [--seed S] [--rounds N] [--stream]; status 0 if all is right, else 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "V@MODULE@.h"
#include "verilated.h"

static const int INPUT_WORDS = (@INPUT_BITS@ + 31) / 32, OUTPUT_WORDS = (@OUTPUT_BITS@ + 31) / 32;
static const long LATENCY = @LATENCY@, INTERVAL = @INTERVAL@, DEPTH = @DEPTH@;
static const int BEATS = @BEATS@;
static const long TOLD = 5;  // so many faults are told one by one

struct Input { uint32_t words[INPUT_WORDS]; };
struct Output { uint32_t words[OUTPUT_WORDS]; };
struct Set { Input input; Output expected[BEATS]; };
struct UnderWay { Set set; long due; };

static std::string read(const char* name) {
  std::ifstream file(name, std::ios::binary | std::ios::ate);
  std::string text(file ? (size_t)file.tellg() : 0, '\n');
  file.seekg(0);
  file.read(&text[0], text.size());
  return text;
}

static uint32_t digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

// A line of hexadecimal digits; returns where the next one begins.
static const char* parse(const char* line, uint32_t* words, int count) {
  const char* end = line;
  while (*end > ' ') ++end;
  std::memset(words, 0, sizeof(uint32_t) * count);
  const char* next = end;
  for (int k = 0; k < 8 * count && next > line; ++k) words[k / 8] |= digit(*--next) << (k % 8 * 4);
  while (*end && *end <= ' ') ++end;
  return end;
}

static std::vector<Set> read_files() {
  const std::string inputs = read("inputs.hex"), outputs = read("expected.hex");
  std::vector<Set> sets;
  const char *input = inputs.c_str(), *output = outputs.c_str();
  while (*input && *output) {
    sets.emplace_back();
    input = parse(input, sets.back().input.words, INPUT_WORDS);
    output = parse(output, sets.back().expected[0].words, OUTPUT_WORDS);
  }
  if (sets.empty() || *input || *output) {
    std::fprintf(stderr, "bench: inputs.hex and expected.hex need as many words, and at least 1\n");
    std::exit(2);
  }
  return sets;
}

// Where sets come from: files, some times over, or standard input until it ends.
class Source {
 public:
  Source(bool stream, long rounds) : stream_(stream) {
    if (!stream) sets_ = read_files(), left_ = rounds * (long)sets_.size();
  }
  bool next(Set& set) {
    if (stream_) return std::fread(&set, sizeof set, 1, stdin) == 1;
    if (left_ == 0) return false;
    --left_;
    set = sets_[position_++ % sets_.size()];
    return true;
  }

 private:
  const bool stream_;
  std::vector<Set> sets_;
  size_t position_ = 0;
  long left_ = 0;
};

// Verilator has one type for up to 8, 16, 32 and 64 bits each, and words of 32 for more.
template <typename Port> static size_t size(const Port& port, size_t words) {
  return sizeof port < words ? sizeof port : words;
}
template <typename Port> static void put(Port& port, const Input& input) {
  std::memcpy(&port, input.words, size(port, sizeof input.words));
}
template <typename Port> static bool shows(const Port& port, const Output& output) {
  return std::memcmp(&port, output.words, size(port, sizeof output.words)) == 0;
}

int main(int count, char** arguments) {
  double stall = 0.0;
  unsigned seed = 1;
  long rounds = 1;
  bool stream = false;
  for (int k = 1; k < count; ++k) {
    const std::string option = arguments[k];
    const char* value = k + 1 < count ? arguments[k + 1] : "";
    if (option == "--stream") { stream = true; continue; }
    if (option == "--stall") stall = std::atof(value);
    if (option == "--seed") seed = std::atoi(value);
    if (option == "--rounds") rounds = std::atol(value);
    ++k;
  }
  Source source(stream, rounds);
  const std::clock_t begun = std::clock();  // files are read
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
  std::deque<UnderWay> under_way;
  long taken = 0, delivered = 0, wrong = 0, astray = 0, cycle = 0, first_in = -1, first_out = -1;
  Set set;
  bool more = source.next(set), offering = false;
  int beat = 0;
  const long patience = 1000 * (LATENCY + INTERVAL);
  for (long quiet = 0; (more || !under_way.empty()) && quiet < patience; ++cycle, ++quiet) {
    if (!offering && more && (stall == 0.0 || uniform(chance) >= stall)) {
      offering = true;
      put(machine.in_payload, set.input);
    }
    machine.in_valid = offering;
    machine.out_ready = stall == 0.0 || uniform(chance) >= stall;
    machine.clk = 0;
    machine.eval();
    const bool ready = (long)under_way.size() < DEPTH && cycle % INTERVAL == 0;
    const bool valid = !under_way.empty() && under_way.front().due <= cycle;
    if (machine.in_ready != ready || machine.out_valid != valid) {
      if (++astray <= TOLD) std::printf("cycle %ld: ready or valid is wrong\n", cycle);
    }
    bool leaves = false;
    if (machine.out_valid) {
      if (first_out < 0) first_out = cycle;
      const bool right =
          !under_way.empty() && shows(machine.out_payload, under_way.front().set.expected[beat]);
      if (!right && ++wrong <= TOLD)
        std::printf("cycle %ld: set %ld is wrong\n", cycle, delivered + 1);
      leaves = machine.out_ready && !under_way.empty();
    }
    if (offering && machine.in_ready) {
      if (first_in < 0) first_in = cycle;
      under_way.push_back({set, cycle + LATENCY});
      ++taken;
      offering = false;
      more = source.next(set);
    }
    if (leaves) {
      quiet = 0;
      beat = (beat + 1) % BEATS;
    }
    if (leaves && beat == 0) {
      under_way.pop_front();
      ++delivered;
    }
    machine.clk = 1;
    machine.eval();
  }
  const bool all = !more && under_way.empty();
  const double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("%ld sets delivered, %ld wrong, %ld cycles astray, latency %ld (%ld), %ld cycles, "
              "%.0f sets a CPU second\n", delivered, wrong, astray,
              first_out < 0 ? -1 : first_out - first_in, LATENCY, cycle, delivered / seconds);
  const bool right = all && wrong == 0 && astray == 0;
  std::printf(right ? "PASS\n" : "FAIL\n");
  return !right;
}
