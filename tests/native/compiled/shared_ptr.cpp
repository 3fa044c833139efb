// The last of three owners destroys the object, whichever that is.
// expect: safe
#include <cassert>
#include <memory>
#include <thread>
static int destroyed;
struct Object {
  int value = 7;
  ~Object() { destroyed++; }
};
static void use(std::shared_ptr<Object> object) { assert(object->value == 7); }
int main() {
  {
    auto object = std::make_shared<Object>();
    std::weak_ptr<Object> weak = object;
    std::thread a(use, object), b(use, std::move(object));
    if (auto again = weak.lock()) assert(again->value == 7);
    a.join();
    b.join();
    assert(weak.expired());
  }
  assert(destroyed == 1);
}
