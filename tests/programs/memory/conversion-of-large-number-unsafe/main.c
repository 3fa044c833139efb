double large = 3e9;

int main(void) {
  int x = (int)large; /* wrong */
  return x == 3;
}
