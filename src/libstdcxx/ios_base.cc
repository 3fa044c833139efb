// std::ios_base: the part of a stream that is not a template.
#include <ios>
#include <new>

namespace std {

ios_base::ios_base() throw()
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(nullptr),
      _M_word_zero(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word) {}

void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
  for (const _Callback_list* one = _M_callbacks; one != nullptr; one = one->_M_next)
    one->_M_fn(what, *this, one->_M_index);
}

// The list may be shared with streams that have copied the format; its elements count their references less one.
void ios_base::_M_dispose_callbacks() throw() {
  _Callback_list* one = _M_callbacks;
  while (one != nullptr && one->_M_remove_reference() == 0) {
    _Callback_list* const next = one->_M_next;
    delete one;
    one = next;
  }
  _M_callbacks = nullptr;
}

locale ios_base::imbue(const locale& now) throw() {
  const locale before = _M_ios_locale;
  _M_ios_locale = now;
  _M_call_callbacks(imbue_event);
  return before;
}

}  // namespace std
