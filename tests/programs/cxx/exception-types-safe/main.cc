// Which handlers match: base classes (public and unambiguous), pointers with their qualifiers, nullptr.
#include <cassert>

struct A { virtual ~A() {} int a = 1; };
struct B : virtual A { int b = 2; };
struct C : virtual A { int c = 3; };
struct D : B, C { int d = 4; };
struct E1 : A { }; struct E2 : A { }; struct F : E1, E2 {};
struct P : private A {};

template <class T, class U> bool catches(U u) { try { throw u; } catch (T) { return true; } catch (...) { return false; } }
template <class T, class U> bool catches_ref(U u) { try { throw u; } catch (const T&) { return true; } catch (...) { return false; } }
int main() {
  assert(catches_ref<A>(D()));
  assert(catches_ref<B>(D()));
  assert(catches_ref<C>(D()));
  assert(!catches_ref<A>(F()));
  assert(!catches_ref<A>(P()));
  assert(catches_ref<E1>(F()));
  D d; F f; P p;
  assert(catches<A*>(&d));
  assert(!catches<A*>(&f));
  assert(!catches<A*>(&p));
  assert(catches<void*>(&d));
  assert(catches<const A*>(&d));
  assert(!catches<A*>((const D*)&d));
  assert(catches<const void*>((const D*)&d));
  assert(!catches<void*>((const D*)&d));
  assert(catches<const volatile D*>(&d));
  try { throw &d; } catch (C* c) { assert(c->c == 3 && c == static_cast<C*>(&d)); }
  try { throw D(); } catch (C& c) { assert(c.c == 3 && c.a == 1); }
  try { throw D(); } catch (A& a) { assert(dynamic_cast<D*>(&a)->d == 4);
  assert(dynamic_cast<B&>(a).b == 2); }
  assert(catches<int*>(nullptr));
  assert(catches<A*>(nullptr));
  assert(catches<decltype(nullptr)>(nullptr));
  assert((catches<int A::*>(nullptr)));
  int x = 0; int* px = &x; int** ppx = &px;
  assert(catches<int**>(ppx));
  assert(!catches<const int**>(ppx));
  assert((catches<const int* const*>(ppx)));
  assert(!catches<void**>(ppx));
  assert(catches<void*>(ppx));
  assert((!catches<A**>((D**)nullptr)));
  assert((catches<A*>((D*)nullptr)));
  try { throw (D*)nullptr; } catch (A* a) { assert(a == nullptr); }
  void (*fp)() = nullptr; assert(!catches<void*>(fp));
  assert(catches<void(*)()>(fp));
  void (*fn)() noexcept = nullptr; assert(catches<void(*)()>(fn));
  assert(!catches<void(*)() noexcept>(fp));
  assert(!catches<int>(1u));
  assert(!catches<long>(1));
  assert(!catches<double>(1));
  try { throw px; } catch (int*& r) { assert(r == &x); r = nullptr; } 
}
