/* A flag after -- selects another standard. */
static_assert(__cplusplus == 201703L);
int main() { return 0; }
