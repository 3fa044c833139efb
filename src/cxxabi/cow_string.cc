// The string of standard exceptions. Copies share it, so copying an exception does not throw.
#include <new>
#include <stdexcept>

namespace std {

namespace {

struct Text {
  int references;
  char characters[];
};

Text* text_of(const char* characters) {
  return reinterpret_cast<Text*>(const_cast<char*>(characters) - offsetof(Text, characters));
}

const char* share(const char* characters) {
  if (characters != nullptr) __atomic_add_fetch(&text_of(characters)->references, 1, __ATOMIC_ACQ_REL);
  return characters;
}

void drop(const char* characters) {
  if (characters == nullptr) return;
  Text* text = text_of(characters);
  if (__atomic_sub_fetch(&text->references, 1, __ATOMIC_ACQ_REL) == 0) ::operator delete(text);
}

}  // namespace

// A null pointer stands for the empty string of an object that was moved from.
__cow_string::__cow_string() : _M_p(nullptr) {}

__cow_string::__cow_string(const char* from, size_t length) {
  auto* text = static_cast<Text*>(::operator new(sizeof(Text) + length + 1));
  text->references = 1;
  __builtin_memcpy(text->characters, from, length);
  text->characters[length] = '\0';
  _M_p = text->characters;
}

__cow_string::__cow_string(const string& from) : __cow_string(from.data(), from.size()) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = nullptr; }
__cow_string::~__cow_string() { drop(_M_p); }

__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  const char* old = _M_p;
  _M_p = share(other._M_p);
  drop(old);
  return *this;
}

__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  const char* old = _M_p;
  _M_p = other._M_p;
  other._M_p = nullptr;
  drop(old);
  return *this;
}

}  // namespace std
