int main(void) {
  unsigned long zero = 0;
  return (int)(7 % zero); /* wrong */
  return 0;
}
