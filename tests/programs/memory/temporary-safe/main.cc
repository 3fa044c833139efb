struct T { int v; T(int x) : v(x) {} ~T() { v = 0; } const int &get() const { return v; } };
struct View { const char *b; unsigned n; };
struct Str { char c[8]; Str(char x) { for (char &y : c) y = x; } operator View() const { return {c, 8}; } };
static int first(View v) { return v.b[0]; }
int main() {
  const T &r = T(3);
  int a = T(4).get();
  int b = first(Str('x'));
  return r.v + a + b == 0;
}
