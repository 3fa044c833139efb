int main() {
  int* p = new int(1);
  delete p;
  delete p; /* wrong */
}
