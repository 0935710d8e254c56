// Generates workloads by the model of [Lublin 2003].
#include "core/workload/lublin_feitelson.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/workload/variates.h"

namespace topomorph::workload {

namespace {

// Parameters of the model for all jobs together.
constexpr double kSerial = 0.244, kPowersOfTwo = 0.576;
constexpr double kLow = 0.8, kMiddleBelowHigh = 2.5, kFirstStage = 0.86;            // sizes: log2
constexpr double kShape1 = 4.2, kScale1 = 0.94, kShape2 = 312, kScale2 = 0.03;      // run times: ln
constexpr double kSlope = -0.0054, kIntercept = 0.78, kFittedTo = 128;              // share of the first gamma
constexpr double kLongestRun = 12, kLongestPause = 13;                              // ln
constexpr double kPauseShape = 10.2303, kPauseScale = 0.4871, kRushToAll = 1.0225;  // times between arrivals: ln
constexpr double kDayShape = 8.1737, kDayScale = 3.9631;                            // arrivals by half hours
constexpr std::size_t kHalfHours = 48, kDayBegins = 11;
constexpr double kHalfHour = 1800, kDay = kHalfHours * kHalfHour;
constexpr double kLeastLoad = 0.001;

double two_stages(Random& random, double high) {
  const double usual = high - kMiddleBelowHigh;
  const double middle = usual > kLow ? usual : (kLow + high) / 2;
  return uniform(random) <= kFirstStage ? uniform(random, kLow, middle) : uniform(random, middle, high);
}

std::uint64_t size_of_job(Random& random, std::uint64_t largest) {
  const double kind = uniform(random);
  if (kind <= kSerial || largest == 1) return 1;
  double log_size = two_stages(random, std::log2(static_cast<double>(largest)));
  if (kind <= kSerial + kPowersOfTwo) log_size = std::round(log_size);
  const double size = std::round(std::exp2(log_size));
  if (size <= static_cast<double>(largest)) return static_cast<std::uint64_t>(size);
  return std::bit_floor(largest);
}

double seconds_of_job(Random& random, double share_of_machine) {
  const double first = std::clamp(kSlope * kFittedTo * share_of_machine + kIntercept, 0.0, 1.0);
  for (;;) {
    const double log_seconds =
        uniform(random) <= first ? gamma(random, kShape1, kScale1) : gamma(random, kShape2, kScale2);
    if (log_seconds <= kLongestRun) return std::max(1.0, std::floor(std::exp(log_seconds)));
  }
}

/// Returns the seconds to the next arrival at a time of day with the mean rate.
double pause_of_job(Random& random) {
  for (;;) {
    const double log_seconds = gamma(random, kPauseShape * kRushToAll, kPauseScale);
    if (log_seconds <= kLongestPause) return std::exp(log_seconds);
  }
}

/// Arrivals by half hour of the day, 1 on average.
class DailyCycle {
 public:
  DailyCycle() {
    double sum = 0;
    for (std::size_t i = kDayBegins; i < kDayBegins + kHalfHours; ++i) {
      const auto at = static_cast<double>(i);
      // Simpson's rule; dividing by the mean removes the density's constant
      const double weight = density(at - 0.5) + 4 * density(at) + density(at + 0.5);
      weights_[(i - 1) % kHalfHours] = weight;
      sum += weight;
    }
    for (double& weight : weights_) weight *= kHalfHours / sum;
  }

  /// Advances by this many seconds at the mean rate. Returns the time.
  double after(double pause) {
    const double days = std::floor(pause / kDay);
    pause -= days * kDay;
    half_hour_ += static_cast<std::uint64_t>(days) * kHalfHours;
    now_ += days * kDay;
    for (;;) {
      const double weight = weights_[half_hour_ % kHalfHours];
      const double left = (static_cast<double>(half_hour_ + 1) * kHalfHour - now_) * weight;
      if (pause < left) return now_ += pause / weight;
      pause -= left;
      now_ = static_cast<double>(++half_hour_) * kHalfHour;
    }
  }

 private:
  static double density(double x) { return std::exp((kDayShape - 1) * std::log(x) - x / kDayScale); }

  std::array<double, kHalfHours> weights_{};
  std::uint64_t half_hour_ = 0;
  double now_ = 0;
};

void check(const GeneratorOptions& options) {
  if (options.jobs == 0 || options.processors == 0 || options.largest > options.processors) {
    throw InputError(
        fmt::format("found {} jobs of at most {} of {} processors, expected at least one job, and none "
                    "larger than the machine",
                    options.jobs, options.largest, options.processors));
  }
  if (options.load && !(*options.load >= kLeastLoad)) {
    throw InputError(fmt::format("found a load of {}, expected {} or more", *options.load, kLeastLoad));
  }
  if (!(options.overestimate >= 0)) {
    throw InputError(fmt::format("found an overestimate of {}, expected 0 or more", options.overestimate));
  }
}

/// Returns the factor of all pauses for the requested load: until the last arrival the machine can do all work at that
/// load.
double stretch_for(const GeneratorOptions& options, const std::vector<SwfJob>& jobs,
                   const std::vector<double>& pauses) {
  if (!options.load) return 1;
  double work = 0, time = 0;
  for (const SwfJob& job : jobs) work += static_cast<double>(job.processors) * job.run;
  for (const double pause : pauses) time += pause;
  return work / (*options.load * static_cast<double>(options.processors) * time);
}

std::vector<std::string> header_of(const GeneratorOptions& options) {
  return {"Version: 2.2",
          "Computer: none, made by the model of Lublin and Feitelson (2003)",
          fmt::format("Note: topomorph simulate, seed {}{}", options.seed,
                      options.load ? fmt::format(", load {}", *options.load) : ""),
          fmt::format("MaxJobs: {}", options.jobs),
          fmt::format("MaxRecords: {}", options.jobs),
          fmt::format("MaxProcs: {}", options.processors)};
}

}  // namespace

Workload generate_workload(const GeneratorOptions& options) {
  check(options);
  Random seeds(options.seed);
  Random sizes(seeds.next()), times(seeds.next()), estimates(seeds.next()), arrivals(seeds.next());
  const std::uint64_t largest = options.largest == 0 ? options.processors : options.largest;
  Workload workload{header_of(options), {}};
  std::vector<double> pauses;
  for (std::uint64_t i = 0; i < options.jobs; ++i) {
    SwfJob job;
    job.number = static_cast<std::int64_t>(i) + 1;
    job.status = 1;
    const std::uint64_t size = size_of_job(sizes, largest);
    job.processors = job.requested_processors = static_cast<std::int64_t>(size);
    job.run = seconds_of_job(times, static_cast<double>(size) / static_cast<double>(options.processors));
    job.requested_time = std::ceil(job.run * uniform(estimates, 1, 1 + options.overestimate));
    pauses.push_back(pause_of_job(arrivals));
    workload.jobs.push_back(job);
  }
  const double stretch = stretch_for(options, workload.jobs, pauses);
  DailyCycle cycle;
  for (std::size_t i = 0; i < pauses.size(); ++i)
    workload.jobs[i].submit = std::floor(cycle.after(pauses[i] * stretch));
  return workload;
}

}  // namespace topomorph::workload
