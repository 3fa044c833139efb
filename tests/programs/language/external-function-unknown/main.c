int somewhere_else(int x);

int main(void) { return somewhere_else(1); }
