// Twin of the functions that read lines and words from streams, which libstdc++ compiles into its shared library for
// char and wchar_t. Here they are instrumented like the program. They follow [istream.unformatted],
// [istream.extractors] and [string.io].
#include <bits/cxxabi_forced.h>

#include <istream>
#include <limits>
#include <locale>
#include <streambuf>
#include <string>

namespace std {

namespace {

// Calls extract(state), and adds `state` to the state of the stream. An exception sets badbit.
template <typename C, typename Extract>
void extract_from(basic_istream<C>& in, Extract extract) {
  ios_base::iostate state = ios_base::goodbit;
  try {
    extract(state);
  } catch (__cxxabiv1::__forced_unwind&) {
    in._M_setstate(ios_base::badbit);
    throw;
  } catch (...) {
    in._M_setstate(ios_base::badbit);
  }
  if (state != ios_base::goodbit) in.setstate(state);
}

template <typename C>
bool is_end(typename char_traits<C>::int_type c) {
  return char_traits<C>::eq_int_type(c, char_traits<C>::eof());
}

// Counts an extracted character; the count stops at the largest representable number.
void count_one(streamsize& count) {
  if (count < numeric_limits<streamsize>::max()) ++count;
}

template <typename C>
void read_line(basic_istream<C>& in, streamsize& count, C* to, streamsize size, C delimiter) {
  using Traits = char_traits<C>;
  count = 0;
  C* const begin = to;
  typename basic_istream<C>::sentry ready(in, true);
  if (ready) {
    extract_from(in, [&](ios_base::iostate& state) {
      basic_streambuf<C>* const from = in.rdbuf();
      for (auto c = from->sgetc();; c = from->snextc()) {
        if (is_end<C>(c)) {
          state |= ios_base::eofbit;
          return;
        }
        if (Traits::eq(Traits::to_char_type(c), delimiter)) {
          ++count;
          from->sbumpc();
          return;
        }
        if (to - begin + 1 >= size) {
          state |= ios_base::failbit;
          return;
        }
        *to++ = Traits::to_char_type(c);
        ++count;
      }
    });
  }
  if (size > 0) *to = C();
  if (count == 0) in.setstate(ios_base::failbit);
}

template <typename C>
basic_istream<C>& read_string(basic_istream<C>& in, basic_string<C>& line, C delimiter) {
  using Traits = char_traits<C>;
  bool extracted = false, is_full = false;
  typename basic_istream<C>::sentry ready(in, true);
  if (ready) {
    extract_from(in, [&](ios_base::iostate& state) {
      line.erase();
      basic_streambuf<C>* const from = in.rdbuf();
      for (auto c = from->sgetc();; c = from->snextc()) {
        if (is_end<C>(c)) {
          state |= ios_base::eofbit;
          return;
        }
        is_full = line.size() == line.max_size();
        if (is_full) return;
        extracted = true;
        if (Traits::eq(Traits::to_char_type(c), delimiter)) {
          from->sbumpc();
          return;
        }
        line += Traits::to_char_type(c);
      }
    });
  }
  if (!extracted || is_full) in.setstate(ios_base::failbit);
  return in;
}

template <typename C>
void skip(basic_istream<C>& in, streamsize& count, streamsize most, typename char_traits<C>::int_type delimiter,
          bool delimited) {
  count = 0;
  typename basic_istream<C>::sentry ready(in, true);
  if (!ready || most <= 0) return;
  const bool is_limited = most != numeric_limits<streamsize>::max();
  extract_from(in, [&](ios_base::iostate& state) {
    basic_streambuf<C>* const from = in.rdbuf();
    while (!is_limited || count < most) {
      const auto c = from->sbumpc();
      if (is_end<C>(c)) {
        state |= ios_base::eofbit;
        return;
      }
      count_one(count);
      if (delimited && char_traits<C>::eq_int_type(c, delimiter)) return;
    }
  });
}

template <typename C>
streamsize copy_all(basic_streambuf<C>* from, basic_streambuf<C>* to, bool& at_end) {
  streamsize count = 0;
  at_end = true;
  for (auto c = from->sgetc(); !is_end<C>(c); c = from->snextc()) {
    if (is_end<C>(to->sputc(char_traits<C>::to_char_type(c)))) {
      at_end = false;
      break;
    }
    ++count;
  }
  return count;
}

}  // namespace

template <>
istream& istream::getline(char* to, streamsize size, char delimiter) {
  read_line(*this, _M_gcount, to, size, delimiter);
  return *this;
}
template <>
wistream& wistream::getline(wchar_t* to, streamsize size, wchar_t delimiter) {
  read_line(*this, _M_gcount, to, size, delimiter);
  return *this;
}

template <>
istream& istream::ignore(streamsize most) {
  if (most == 1) return ignore();
  skip(*this, _M_gcount, most, traits_type::eof(), false);
  return *this;
}
template <>
wistream& wistream::ignore(streamsize most) {
  if (most == 1) return ignore();
  skip(*this, _M_gcount, most, traits_type::eof(), false);
  return *this;
}
template <>
istream& istream::ignore(streamsize most, int_type delimiter) {
  skip(*this, _M_gcount, most, delimiter, true);
  return *this;
}
template <>
wistream& wistream::ignore(streamsize most, int_type delimiter) {
  skip(*this, _M_gcount, most, delimiter, true);
  return *this;
}

template <>
streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& at_end) {
  return copy_all(from, to, at_end);
}
template <>
streamsize __copy_streambufs_eof(wstreambuf* from, wstreambuf* to, bool& at_end) {
  return copy_all(from, to, at_end);
}

// Extracts a word into an array of `size` characters.
void __istream_extract(istream& in, char* to, streamsize size) {
  streamsize length = 0;
  istream::sentry ready(in, false);
  if (ready) {
    const streamsize width = in.width();
    if (width > 0 && width < size) size = width;
    extract_from(in, [&](ios_base::iostate& state) {
      const auto& kinds = use_facet<ctype<char>>(in.getloc());
      streambuf* const from = in.rdbuf();
      int c = from->sgetc();
      while (length + 1 < size && !is_end<char>(c) &&
             !kinds.is(ctype_base::space, char_traits<char>::to_char_type(c))) {
        to[length++] = char_traits<char>::to_char_type(c);
        c = from->snextc();
      }
      if (length + 1 < size && is_end<char>(c)) state |= ios_base::eofbit;
      to[length] = 0;
      in.width(0);
    });
  }
  if (length == 0) in.setstate(ios_base::failbit);
}

template <>
istream& operator>>(istream& in, string& word) {
  size_t length = 0;
  istream::sentry ready(in, false);
  if (ready) {
    extract_from(in, [&](ios_base::iostate& state) {
      word.erase();
      const streamsize width = in.width();
      const size_t most = width > 0 ? static_cast<size_t>(width) : word.max_size();
      const auto& kinds = use_facet<ctype<char>>(in.getloc());
      streambuf* const from = in.rdbuf();
      int c = from->sgetc();
      for (; length < most && !is_end<char>(c) && !kinds.is(ctype_base::space, char_traits<char>::to_char_type(c));
           ++length) {
        word += char_traits<char>::to_char_type(c);
        c = from->snextc();
      }
      if (length < most && is_end<char>(c)) state |= ios_base::eofbit;
      in.width(0);
    });
  }
  if (length == 0) in.setstate(ios_base::failbit);
  return in;
}

template <>
istream& getline(istream& in, string& line, char delimiter) {
  return read_string(in, line, delimiter);
}
template <>
wistream& getline(wistream& in, wstring& line, wchar_t delimiter) {
  return read_string(in, line, delimiter);
}

}  // namespace std
