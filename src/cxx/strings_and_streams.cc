// Twins of strings, streams and the facets of locales: libstdc++'s own templates, which are defined in its headers and
// compiled into its shared library. Compiled here, they are instrumented, and the lookup order of symbols makes
// programs and the shared library itself use these instances, also through tables of virtual functions.
#include <complex>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <sstream>
#include <streambuf>
#include <string>

#define FOR_CHARACTERS(C)                          \
  template class std::allocator<C>;                \
  template class std::basic_string<C>;             \
  template class std::basic_ios<C>;                \
  template class std::basic_streambuf<C>;          \
  template class std::basic_istream<C>;            \
  template class std::basic_ostream<C>;            \
  template class std::basic_iostream<C>;           \
  template class std::basic_stringbuf<C>;          \
  template class std::basic_istringstream<C>;      \
  template class std::basic_ostringstream<C>;      \
  template class std::basic_stringstream<C>;       \
  template class std::basic_filebuf<C>;            \
  template class std::basic_ifstream<C>;           \
  template class std::basic_ofstream<C>;           \
  template class std::basic_fstream<C>;            \
  template class __gnu_cxx::stdio_filebuf<C>;      \
  template class __gnu_cxx::stdio_sync_filebuf<C>; \
  template class std::istreambuf_iterator<C>;      \
  template class std::ostreambuf_iterator<C>;      \
  template class std::num_get<C>;                  \
  template class std::num_put<C>;                  \
  template class std::time_get<C>;                 \
  template class std::time_put<C>;                 \
  template class std::money_get<C>;                \
  template class std::money_put<C>;                \
  template class std::collate<C>;

FOR_CHARACTERS(char)
FOR_CHARACTERS(wchar_t)

namespace std {

#define FOR_STREAMS(C)                                                                   \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(bool);                          \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(const void*);                   \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(double);                        \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(long double);                   \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(long long);                     \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(long);                          \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(unsigned long long);            \
  template basic_ostream<C>& basic_ostream<C>::_M_insert(unsigned long);                 \
  template basic_istream<C>& basic_istream<C>::_M_extract(bool&);                        \
  template basic_istream<C>& basic_istream<C>::_M_extract(void*&);                       \
  template basic_istream<C>& basic_istream<C>::_M_extract(float&);                       \
  template basic_istream<C>& basic_istream<C>::_M_extract(double&);                      \
  template basic_istream<C>& basic_istream<C>::_M_extract(long double&);                 \
  template basic_istream<C>& basic_istream<C>::_M_extract(long long&);                   \
  template basic_istream<C>& basic_istream<C>::_M_extract(long&);                        \
  template basic_istream<C>& basic_istream<C>::_M_extract(unsigned short&);              \
  template basic_istream<C>& basic_istream<C>::_M_extract(unsigned int&);                \
  template basic_istream<C>& basic_istream<C>::_M_extract(unsigned long long&);          \
  template basic_istream<C>& basic_istream<C>::_M_extract(unsigned long&);               \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Setw);                       \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Setprecision);               \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Setfill<C>);                 \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Setbase);                    \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Setiosflags);                \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, _Resetiosflags);              \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Setw);                       \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Setprecision);               \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Setfill<C>);                 \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Setbase);                    \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Setiosflags);                \
  template basic_istream<C>& operator>>(basic_istream<C>&, _Resetiosflags);              \
  template basic_ostream<C>& __ostream_insert(basic_ostream<C>&, const C*, streamsize);  \
  template basic_ostream<C>& endl(basic_ostream<C>&);                                    \
  template basic_ostream<C>& ends(basic_ostream<C>&);                                    \
  template basic_ostream<C>& flush(basic_ostream<C>&);                                   \
  template basic_istream<C>& ws(basic_istream<C>&);                                      \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, C);                           \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, const C*);                    \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, const basic_string<C>&);      \
  template basic_istream<C>& operator>>(basic_istream<C>&, C&);                          \
  template basic_istream<C>& getline(basic_istream<C>&, basic_string<C>&);               \
  template streamsize __copy_streambufs(basic_streambuf<C>*, basic_streambuf<C>*);       \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, const complex<float>&);       \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, const complex<double>&);      \
  template basic_ostream<C>& operator<<(basic_ostream<C>&, const complex<long double>&); \
  template basic_istream<C>& operator>>(basic_istream<C>&, complex<float>&);             \
  template basic_istream<C>& operator>>(basic_istream<C>&, complex<double>&);            \
  template basic_istream<C>& operator>>(basic_istream<C>&, complex<long double>&);

FOR_STREAMS(char)
FOR_STREAMS(wchar_t)

template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const unsigned char*);
template istream& operator>>(istream&, signed char&);
template istream& operator>>(istream&, unsigned char&);
template wostream& operator<<(wostream&, char);
template wostream& operator<<(wostream&, const char*);
template wistream& operator>>(wistream&, wstring&);
template void __istream_extract(wistream&, wchar_t*, streamsize);

}  // namespace std
