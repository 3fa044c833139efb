int main(int argc, char **argv) {
  if (argc == 1) __builtin_unreachable(); /* wrong */
  return 0;
}
