/* No input defines `helper`. */
void helper(int);

int main(void) {
  helper(3);
  return 0;
}
