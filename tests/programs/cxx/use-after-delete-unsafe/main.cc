struct Box {
  int value = 1;
};

int main() {
  Box* box = new Box;
  delete box;
  return box->value; /* wrong */
}
