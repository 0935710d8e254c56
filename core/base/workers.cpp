// A pool of threads that share the pieces of one task at a time.
#include "core/base/workers.h"

#include <system_error>

#include <sched.h>

namespace topomorph::inline base {

unsigned usable_threads() {
  constexpr int kMost = 8;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  return known ? static_cast<unsigned>(std::clamp(CPU_COUNT(&allowed), 1, kMost)) : 1;
}

Workers::Workers(unsigned threads) {
  helpers_.reserve(threads);
  try {
    for (unsigned worker = 1; worker < threads; ++worker) helpers_.emplace_back([this, worker] { help(worker); });
  } catch (const std::system_error&) {
    // The system gives no more threads: the existing ones do all the work.
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  wake_.notify_all();
  helpers_.clear();  // joins them while the mutex and conditions they wait for still exist
}

void Workers::for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
  if (helpers_.empty() || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    next_ = 0;
    busy_ = helpers_.size();
    ++calls_;
  }
  wake_.notify_all();
  run(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void Workers::help(std::size_t worker) {
  std::unique_lock lock(mutex_);
  for (std::uint64_t seen = 0;; seen = calls_) {
    wake_.wait(lock, [&] { return end_ || calls_ != seen; });
    if (end_) return;
    lock.unlock();
    run(worker);
    lock.lock();
    if (--busy_ == 0) done_.notify_all();
  }
}

void Workers::run(std::size_t worker) {
  for (std::size_t i = next_++; i < count_; i = next_++) (*work_)(i, worker);
}

}  // namespace topomorph::inline base
