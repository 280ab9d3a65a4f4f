// Usage: exhaustive_binary32 --check FILE
//        exhaustive_binary32 --record FILE
//        exhaustive_binary32 --only FORMAT
//
// Rounds all 2^32 binary32 numbers with kernels::round to every named format of 8 bits, to
// fp16 and to bf16, to nearest even and toward zero, and compares each with the segments of
// exhaustive/segments.h. FILE holds for each the count of numbers compared and a hash of the
// segments.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "exhaustive/segments.h"
#include "halfulp/base/parallel.h"
#include "halfulp/base/sha256.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "halfulp/kernels/round.h"

namespace halfulp::testing {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 14;

// The segment that holds the pattern.
std::size_t find(const std::vector<Segment>& all, std::uint64_t pattern) {
  const auto after =
      std::upper_bound(all.begin(), all.end(), pattern,
                       [](std::uint64_t p, const Segment& s) { return p < s.first; });
  return static_cast<std::size_t>(after - all.begin()) - 1;
}

std::uint64_t end_of(const std::vector<Segment>& all, std::size_t i) {
  return i + 1 < all.size() ? all[i + 1].first : std::uint64_t{1} << 32;
}

// Compares the patterns from `first` on, a chunk of them; the count of those that have a
// result. Inputs that are refused are left out.
class Comparison {
 public:
  Comparison(const Format& format, const RoundingRule& rule,
             const std::vector<Segment>& all)
      : format_(format),
        rule_(rule),
        all_(all),
        in_(kChunk),
        out_(kChunk),
        expected_(kChunk) {}

  std::uint64_t compare(std::uint64_t first) {
    std::size_t size = 0;
    const std::uint64_t last = first + kChunk;
    for (std::size_t s = find(all_, first); first < last; ++s) {
      const std::uint64_t end = std::min(end_of(all_, s), last);
      if (all_[s].result) {
        for (std::uint64_t p = first; p < end; ++p, ++size) {
          in_[size] = std::bit_cast<float>(static_cast<std::uint32_t>(p));
          expected_[size] = std::bit_cast<float>(*all_[s].result);
        }
      }
      first = end;
    }
    kernels::round({in_.data(), size}, {out_.data(), size}, format_, rule_);
    if (std::memcmp(out_.data(), expected_.data(), size * sizeof(float)) != 0) {
      tell_first_difference(size);
    }
    return size;
  }

 private:
  void tell_first_difference(std::size_t size) const {
    for (std::size_t i = 0; i < size; ++i) {
      if (std::memcmp(&out_[i], &expected_[i], sizeof(float)) == 0) continue;
      std::ostringstream text;
      text << format_.name.view() << ": " << std::hexfloat << in_[i] << " became "
           << out_[i] << ", expected " << expected_[i] << '\n';
      std::cerr << text.str();
      std::exit(1);
    }
  }

  Format format_;
  RoundingRule rule_;
  const std::vector<Segment>& all_;
  std::vector<float> in_, out_, expected_;
};

std::string hash(const std::vector<Segment>& all) {
  std::ostringstream bytes;
  for (const Segment& s : all) {
    bytes << s.first << ' ' << (s.result ? std::to_string(*s.result) : "-") << '\n';
  }
  return sha256(bytes.str());
}

std::string compare_all(const Format& format, const RoundingRule& rule) {
  const RoundingOracle oracle(format);
  const std::vector<Segment> all = segments(oracle, rule);
  std::atomic<std::uint64_t> compared = 0;
  const int threads =
      static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 64U));
  parallel_for(std::size_t{1} << 32, threads, kChunk,
               [&](std::size_t begin, std::size_t end) {
                 Comparison comparison(format, rule, all);
                 std::uint64_t count = 0;
                 for (std::size_t p = begin; p < end; p += kChunk)
                   count += comparison.compare(p);
                 compared += count;
               });
  std::ostringstream line;
  line << format.name.view() << ' ' << word_of(rule.mode, rounding_words()) << ' '
       << compared << ' ' << hash(all);
  return line.str();
}

bool is_wanted(const Format& f) {
  return f.width == 8 || f.name == fp16.name || f.name == bf16.name ||
         f.name == ue4m3.name;  // 7 bits of a byte
}

std::string lines_of(const std::vector<Format>& formats) {
  std::string lines = "# format mode inputs-compared sha256-of-segments\n";
  for (const Format& format : formats) {
    for (Rounding mode : {Rounding::nearest_even, Rounding::toward_zero}) {
      const std::string line = compare_all(format, {.mode = mode});
      std::cout << line << std::endl;
      lines += line + "\n";
    }
  }
  return lines;
}

std::vector<Format> wanted_formats() {
  std::vector<Format> wanted;
  for (const Format& format : named_formats())
    if (is_wanted(format)) wanted.push_back(format);
  return wanted;
}

int run(const std::string& option, const std::string& argument) {
  if (option == "--only") {
    lines_of({format_named(argument)});
    return 0;
  }
  const std::string lines = lines_of(wanted_formats());
  if (option == "--record") {
    std::ofstream(argument) << lines;
    return 0;
  }
  std::stringstream recorded;
  recorded << std::ifstream(argument).rdbuf();
  if (recorded.str() == lines) return 0;
  std::cerr << "not what " << argument << " says\n";
  return 1;
}

}  // namespace
}  // namespace halfulp::testing

int main(int argc, char** argv) {
  const std::string option = argc == 3 ? argv[1] : "";
  if (option != "--check" && option != "--record" && option != "--only") {
    std::cerr << "usage: exhaustive_binary32 --check|--record FILE | --only FORMAT\n";
    return 2;
  }
  return halfulp::testing::run(option, argv[2]);
}
