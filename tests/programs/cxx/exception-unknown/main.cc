/* Throwing is not modelled: it is reported when it is reached. */
static int half(int n) {
  if (n % 2) throw n;
  return n / 2;
}

int main() {
  try {
    return half(3);
  } catch (int n) {
    return n;
  }
}
