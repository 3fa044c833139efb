static int *first;

static void use(int *array) {
  if (!first) first = array;
  array[0] = 1;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 20; ++i) {
    int array[argc + 2 + i % 3];
    use(array);
    if (i == 19) first[1] = 3; /* wrong */
  }
}
