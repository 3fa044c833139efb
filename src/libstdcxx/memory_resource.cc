// The memory resources that every program has. (monotonic_buffer_resource is in src/cxx; pools are not modelled.)
#include <atomic>
#include <memory_resource>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* memory, size_t bytes, size_t alignment) override {
    ::operator delete(memory, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class Null final : public memory_resource {
  void* do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

[[clang::no_destroy]] constinit NewDelete the_new_delete;
[[clang::no_destroy]] constinit Null the_null;
constinit atomic<memory_resource*> the_default{nullptr};  // null: new and delete

}  // namespace

memory_resource* new_delete_resource() noexcept { return &the_new_delete; }
memory_resource* null_memory_resource() noexcept { return &the_null; }

memory_resource* get_default_resource() noexcept {
  memory_resource* const resource = the_default.load();
  return resource != nullptr ? resource : new_delete_resource();
}

memory_resource* set_default_resource(memory_resource* resource) noexcept {
  memory_resource* const before = the_default.exchange(resource);
  return before != nullptr ? before : new_delete_resource();
}

}  // namespace std::pmr
