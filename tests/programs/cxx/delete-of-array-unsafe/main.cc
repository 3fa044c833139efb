int main() {
  int *volatile p = new int[2];
  delete p;
}
