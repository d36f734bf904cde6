// Sets the defaults of the sanitizers.
//
// The OpenMP runtime is not built with the sanitizers. It keeps the memory of threads that have
// ended, which would be reported as a leak. The thread sanitizer sees the locks of the runtime only
// through libarcher.
//
// The thread sanitizer reports a race only if the earlier access is still in the history of its
// thread. A race that was put into every solve() was reported in one of four runs with the default
// history size, and in all runs with the largest one (history_size=7).
extern "C" {
const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
  return "leak:libomp.so\nleak:libgomp.so\n";
}
const char* __tsan_default_options();
const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1:history_size=7";
}
}
