// A function throws what its exception specification does not allow.
static void promise() throw(int) { throw 'c'; }

int main() {
  try {
    promise();
  } catch (char) {
  }
}
