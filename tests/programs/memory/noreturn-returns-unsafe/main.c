_Noreturn static void stop(int now) {
  if (now)
    for (;;) {
    }
} /* wrong */

int main(void) { stop(0); }
