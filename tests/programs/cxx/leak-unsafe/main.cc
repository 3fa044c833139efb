int main() {
  int* p = new int[4];
  return p == nullptr;
}
