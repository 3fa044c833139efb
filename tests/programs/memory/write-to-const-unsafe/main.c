static const int limit = 1;

int main(void) {
  *(int *)&limit = 2; /* wrong */
  return 0;
}
