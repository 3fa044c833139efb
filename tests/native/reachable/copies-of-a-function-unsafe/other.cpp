#include "both.h"

int other() {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += checked(i) + twice(i);
  return sum;
}
