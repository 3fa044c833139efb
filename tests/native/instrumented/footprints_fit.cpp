// The library's writes to exceptions, locales and jump buffers stay within the objects.
// expect: safe
#include <memory>
#include <regex>
#include <system_error>
#include <stdexcept>
#include <future>
#include <any>
#include <variant>
#include <optional>
#include <functional>
#include <typeinfo>
#include <new>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <locale>
#include <sstream>
#include <random>
#include <charconv>
#include <setjmp.h>
#include <thread>
#include <cfenv>
template <class F>
void t(F f) {
  try {
    f();
  } catch (std::exception& e) {
    std::string what = e.what();
  }
}

int main(){ std::thread th([]{}); 
 t([]{ std::shared_ptr<int> p{std::weak_ptr<int>()}; });
 t([]{ throw std::regex_error(std::regex_constants::error_paren); });
 t([]{ std::regex r("("); });
 t([]{ throw std::system_error(1,std::generic_category(),"x"); });
 t([]{ throw std::ios_base::failure("x"); });
 t([]{ std::ifstream f; f.exceptions(std::ios::failbit); f.open("/nope"); });
 t([]{ throw std::future_error(std::future_errc::no_state); });
 t([]{ std::any_cast<int>(std::any(1.0)); });
 t([]{ std::get<int>(std::variant<int,double>(1.0)); });
 t([]{ std::optional<int>().value(); });
 t([]{ std::function<void()>()(); });
 t([]{ std::vector<int> v; v.at(1); }); t([]{ std::string s; s.at(1); }); t([]{ std::stoi("x"); });
 t([]{ throw std::bad_alloc(); }); t([]{ struct A{virtual ~A(){}}; struct B:A{}; A a; dynamic_cast<B&>(a); });
 t([]{ std::filesystem::file_size("/nope"); }); t([]{ throw std::range_error("x"); }); t([]{ throw std::domain_error(std::string("y")); });
 std::exception_ptr p; try{ throw 1; }catch(...){ p=std::current_exception(); } try{ std::rethrow_exception(p);}catch(int){}
 jmp_buf b; if(setjmp(b)==0) longjmp(b,1); std::random_device rd; std::mt19937 g(rd()); g(); char c[8]; std::to_chars(c,c+8,12); double d; std::from_chars("1.5","1.5"+3,d); fenv_t fe; fegetenv(&fe);
 std::locale l; std::string n=l.name(); std::ostringstream o; o.imbue(l); o<<1.5; th.join(); }
