int main() {
  int *volatile p = new int;
  delete[] p;
}
