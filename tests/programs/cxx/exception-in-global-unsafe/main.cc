// The constructor of a global object throws: no handler can be around it.
struct Global {
  Global() { throw 1; }
};
static Global global;

int main() {
  try {
  } catch (int) {
  }
}
