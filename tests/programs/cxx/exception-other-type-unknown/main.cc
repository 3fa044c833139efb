// A function that throws is called as a function of another type, which is undefined.
static void fail() { throw 1; }

int main() {
  auto as_other = reinterpret_cast<long (*)(long)>(fail);
  try {
    as_other(1);
  } catch (int) {
  }
}
