// How numbers are written and read in the classic locale: the parts of numpunct, num_put and num_get that are not
// templates.
#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>

namespace std {

const char* __num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char* __num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// Writes the format of printf for a number with these flags; `modifier` is 'L' or 0.
void __num_base::_S_format_float(const ios_base& stream, char* format, char modifier) throw() {
  const ios_base::fmtflags flags = stream.flags(), notation = flags & ios_base::floatfield;
  const bool is_upper = (flags & ios_base::uppercase) != 0;
  *format++ = '%';
  if (flags & ios_base::showpos) *format++ = '+';
  if (flags & ios_base::showpoint) *format++ = '#';
  if (notation != (ios_base::fixed | ios_base::scientific)) {
    *format++ = '.';
    *format++ = '*';
  }
  if (modifier != '\0') *format++ = modifier;
  const char letter = notation == ios_base::fixed                            ? 'f'
                      : notation == ios_base::scientific                     ? 'e'
                      : notation == (ios_base::fixed | ios_base::scientific) ? 'a'
                                                                             : 'g';
  *format++ = is_upper && letter != 'f' ? static_cast<char>(letter - 'a' + 'A') : letter;
  *format = '\0';
}

template <>
void numpunct<char>::_M_initialize_numpunct(__c_locale) {
  if (_M_data == nullptr) _M_data = new __numpunct_cache<char>;
  _M_data->_M_grouping = "";
  _M_data->_M_grouping_size = 0;
  _M_data->_M_use_grouping = false;
  _M_data->_M_decimal_point = '.';
  _M_data->_M_thousands_sep = ',';
  _M_data->_M_truename = "true";
  _M_data->_M_truename_size = 4;
  _M_data->_M_falsename = "false";
  _M_data->_M_falsename_size = 5;
  for (size_t i = 0; i < __num_base::_S_oend; ++i) _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
  for (size_t i = 0; i < __num_base::_S_iend; ++i) _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
}

template <>
numpunct<char>::~numpunct() {
  delete _M_data;
}

template class numpunct<char>;
template struct __numpunct_cache<char>;

namespace {

// As num_get asks for: failures are 0, numbers that are too large the limit with that sign.
template <typename Number>
void convert(const char* text, Number& number, ios_base::iostate& state, Number (*parse)(const char*, char**)) {
  char* end;
  number = parse(text, &end);
  const Number most = numeric_limits<Number>::max();
  if (end == text || *end != '\0') {
    number = 0;
    state = ios_base::failbit;
  } else if (number > most || number < -most) {
    number = number > 0 ? most : -most;
    state = ios_base::failbit;
  }
}

}  // namespace

template <>
void __convert_to_v(const char* text, float& number, ios_base::iostate& state, const __c_locale&) throw() {
  convert(text, number, state, strtof);
}
template <>
void __convert_to_v(const char* text, double& number, ios_base::iostate& state, const __c_locale&) throw() {
  convert(text, number, state, strtod);
}
template <>
void __convert_to_v(const char* text, long double& number, ios_base::iostate& state, const __c_locale&) throw() {
  convert(text, number, state, strtold);
}

}  // namespace std
