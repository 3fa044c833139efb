/* Another standard by a flag after --. */
static_assert(__cplusplus == 201703L);
int main() { return 0; }
