// A destructor is noexcept unless it is declared otherwise.
struct Throws {
  ~Throws() { throw 2; }
};

int main() {
  try {
    Throws object;
  } catch (int) {
  }
}
