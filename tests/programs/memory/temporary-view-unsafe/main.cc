struct View { const char *b; unsigned n; };
struct Str { char c[8]; Str(char x) { for (char &y : c) y = x; } operator View() const { return {c, 8}; } };
int main() {
  View v = Str('x');
  return v.b[0] == 'y';
}
