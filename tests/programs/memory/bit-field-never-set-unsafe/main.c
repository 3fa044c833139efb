/* Two bit-fields share a byte. Writing one of them leaves the other uninitialised. */
struct Fields {
  unsigned char low : 3, high : 5;
};

int main(void) {
  struct Fields fields;
  fields.low = 5;
  if (fields.low != 5) return 1;
  return fields.high == 1 ? 2 : 3; /* wrong */
}
