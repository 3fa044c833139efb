// Only with --malloc-may-fail: nothing handles std::bad_alloc.
int main() { delete new int(5); }
