// dynamic_cast downwards, sideways, to void*, and to references; typeid.
#include <cassert>
#include <cstring>
#include <typeinfo>

struct A { virtual ~A() {} int a = 1; };
struct B : virtual A { int b = 2; };
struct C : virtual A { int c = 3; };
struct D : B, C { int d = 4; };
struct E1 : A { }; struct E2 : A { }; struct F : E1, E2 {};
struct P : private A {};

int main() {
  D d;
  F f;
  A* a = &d; B* b = &d; C* c = &d;
  assert(dynamic_cast<D*>(a) == &d);
  assert(dynamic_cast<C*>(b) == c);
  assert(dynamic_cast<B*>(c) == b);
  assert(dynamic_cast<void*>(c) == &d);
  E1* e1 = &f; assert(dynamic_cast<E2*>(e1) == &f);
  assert(dynamic_cast<F*>(e1) == &f);
  A* ea = e1; assert(dynamic_cast<E1*>(ea) == e1);
  assert(dynamic_cast<E2*>(ea) == &f);
  assert(dynamic_cast<D*>(ea) == nullptr);
  bool thrown = false;
  try { (void)dynamic_cast<D&>(*ea); } catch (std::bad_cast& e) { thrown = !strcmp(e.what(), "std::bad_cast"); }
  assert(thrown);
  assert(typeid(*a) == typeid(D));
  assert(typeid(*ea) == typeid(F));
  assert(typeid(a) == typeid(A*));
  A* none = nullptr; thrown = false;
  try { (void)typeid(*none); } catch (std::bad_typeid&) { thrown = true; }
  assert(thrown);
}
