// std::ctype<char> of the classic locale.
#include <cctype>
#include <locale>

extern "C" std::ctype_base::mask __mover_internal_ctype_table[256];
std::ctype_base::mask __mover_internal_ctype_table[256];

namespace std {

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

namespace {

struct Class {
  int (*contains)(int);
  ctype_base::mask bit;
};

constexpr Class kClasses[] = {{isupper, ctype_base::upper},   {islower, ctype_base::lower},
                              {isalpha, ctype_base::alpha},   {isdigit, ctype_base::digit},
                              {isxdigit, ctype_base::xdigit}, {isspace, ctype_base::space},
                              {isprint, ctype_base::print},   {iscntrl, ctype_base::cntrl},
                              {ispunct, ctype_base::punct},   {isblank, ctype_base::blank}};

}  // namespace

const ctype_base::mask* ctype<char>::classic_table() throw() {
  auto* const table = __mover_internal_ctype_table;
  if (table['a'] != 0) return table;
  for (int c = 0; c < 128; ++c)
    for (const Class& one : kClasses)
      if (one.contains(c) != 0) table[c] = static_cast<mask>(table[c] | one.bit);
  return table;
}

// A program that uses ctype<char> directly may be linked without the locale that owns the usual one.
ctype<char>::ctype(const mask* table, bool owned, size_t references)
    : facet(references),
      _M_c_locale_ctype(nullptr),
      _M_del(table != nullptr && owned),
      _M_toupper(nullptr),
      _M_tolower(nullptr),
      _M_table(table != nullptr ? table : classic_table()),
      _M_widen_ok(0),
      _M_widen(),
      _M_narrow(),
      _M_narrow_ok(0) {
  _M_widen_init();
  _M_narrow_init();
}

ctype<char>::~ctype() {
  if (_M_del) delete[] _M_table;
}

void ctype<char>::_M_widen_init() const {
  for (size_t i = 0; i < sizeof _M_widen; ++i) _M_widen[i] = static_cast<char>(i);
  _M_widen_ok = 1;
}

// All characters are narrow, so the table has each character itself.
void ctype<char>::_M_narrow_init() const {
  for (size_t i = 0; i < sizeof _M_narrow; ++i) _M_narrow[i] = static_cast<char>(i);
  _M_narrow_ok = 1;
}

char ctype<char>::do_toupper(char c) const { return static_cast<char>(toupper(static_cast<unsigned char>(c))); }
char ctype<char>::do_tolower(char c) const { return static_cast<char>(tolower(static_cast<unsigned char>(c))); }

const char* ctype<char>::do_toupper(char* begin, const char* end) const {
  for (; begin < end; ++begin) *begin = ctype::do_toupper(*begin);
  return end;
}

const char* ctype<char>::do_tolower(char* begin, const char* end) const {
  for (; begin < end; ++begin) *begin = ctype::do_tolower(*begin);
  return end;
}

}  // namespace std
