// What the sanitizers have to know about OpenMP's runtime, which is not built with them: it keeps
// the memory of threads that it once had, and its locks are seen through libarcher only. And that a
// race is told only if the earlier access is still in the thread's history: with the default length
// a race put into every solve() was told in one of four runs, with the longest one in all.
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
