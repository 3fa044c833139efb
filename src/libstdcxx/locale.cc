// std::locale: the classic locale.
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#undef __cpp_rtti  // std::use_facet need not check the type of a facet that it finds by its id

#include "libstdcxx/locale.h"

#include <cstring>
#include <new>

extern "C" {
#include "libc/builtins.h"
}

namespace {

constexpr size_t kFacets = 32;  // the numbers of facets are less

}  // namespace

extern "C" {
const std::locale::facet* __mover_internal_facets[kFacets];
const std::locale::facet* __mover_internal_caches[kFacets];
alignas(16) char __mover_internal_ctype[sizeof(std::ctype<char>)];
alignas(16) char __mover_internal_numpunct[sizeof(std::numpunct<char>)];
alignas(16) char __mover_internal_numpunct_cache[sizeof(std::__numpunct_cache<char>)];
alignas(16) char __mover_internal_num_put[sizeof(std::num_put<char>)];
alignas(16) char __mover_internal_num_get[sizeof(std::num_get<char>)];
alignas(16) char __mover_internal_locale[sizeof(std::locale::_Impl)];
alignas(16) char __mover_internal_classic[sizeof(std::locale)];
size_t __mover_internal_facet_count;
}

namespace std {

locale::facet::~facet() = default;
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }

size_t locale::id::_M_id() const throw() {
  if (_M_index == 0) _M_index = ++__mover_internal_facet_count;
  if (_M_index >= kFacets) __mover_unsupported("so many facets of locales");
  return _M_index - 1;
}

locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(static_cast<_Atomic_word>(references)),
      _M_facets(__mover_internal_facets),
      _M_facets_size(kFacets),
      _M_caches(__mover_internal_caches),
      _M_names(nullptr) {
  auto* const cache = ::new (__mover_internal_numpunct_cache) __numpunct_cache<char>(1);
  _M_init_facet_unchecked(::new (__mover_internal_ctype) std::ctype<char>(nullptr, false, 1));
  _M_init_facet_unchecked(::new (__mover_internal_numpunct) numpunct<char>(cache, 1));
  _M_init_facet_unchecked(::new (__mover_internal_num_put) num_put<char>(1));
  _M_init_facet_unchecked(::new (__mover_internal_num_get) num_get<char>(1));
  _M_caches[numpunct<char>::id._M_id()] = cache;
}

locale::locale(_Impl* impl) throw() : _M_impl(impl) {}
locale::locale() throw() : _M_impl(reinterpret_cast<_Impl*>(__mover_internal_locale)) { _S_initialize(); }
locale::locale(const locale& other) throw() : _M_impl(other._M_impl) {}
locale::~locale() throw() = default;

const locale& locale::operator=(const locale& other) throw() {
  _M_impl = other._M_impl;
  return *this;
}

locale::locale(const char* name) : locale() {
  if (name[0] != '\0' && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
    __mover_unsupported("a std::locale other than the classic one");
}

bool locale::operator==(const locale& other) const throw() { return _M_impl == other._M_impl; }
string locale::name() const { return "C"; }
locale locale::global(const locale& now) { return now; }

void locale::_S_initialize_once() throw() {
  ::new (__mover_internal_locale) _Impl(1);
  ::new (__mover_internal_classic) locale(reinterpret_cast<_Impl*>(__mover_internal_locale));
}

void locale::_S_initialize() {
  if (__mover_internal_facet_count == 0) _S_initialize_once();
}

const locale& locale::classic() {
  _S_initialize();
  return *reinterpret_cast<const locale*>(__mover_internal_classic);
}

template const ctype<char>& use_facet<ctype<char>>(const locale&);
template const numpunct<char>& use_facet<numpunct<char>>(const locale&);
template const num_put<char>& use_facet<num_put<char>>(const locale&);
template const num_get<char>& use_facet<num_get<char>>(const locale&);
template bool has_facet<ctype<char>>(const locale&);
template bool has_facet<numpunct<char>>(const locale&);
template bool has_facet<num_put<char>>(const locale&);
template bool has_facet<num_get<char>>(const locale&);

}  // namespace std

// Runs before the constructors of the program.
__attribute__((constructor(101))) void __mover_make_locale() { std::locale::classic(); }
