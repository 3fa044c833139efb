// An exception is used after its handler has ended.
struct Error {
  int code;
};

int main() {
  const Error* kept = nullptr;
  try {
    throw Error{3};
  } catch (const Error& error) {
    kept = &error;
  }
  return kept->code;
}
