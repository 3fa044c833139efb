int main(void) {
  char *s = "constant";
  s[0] = 'C'; /* wrong */
  return 0;
}
