struct T { int v; T(int x) : v(x) {} const int &get() const { return v; } };
int main() {
  const int &r = T(3).get();
  return r;
}
