// The classes of type information. Their tables of virtual functions are emitted here. With the table for fundamental
// types, the compiler also emits the type information of these types. The other virtual functions belong to libstdc++'s
// own run-time.
#include <cxxabi.h>

std::type_info::~type_info() = default;

namespace __cxxabiv1 {

__fundamental_type_info::~__fundamental_type_info() = default;
__array_type_info::~__array_type_info() = default;
__function_type_info::~__function_type_info() = default;
__enum_type_info::~__enum_type_info() = default;
__pbase_type_info::~__pbase_type_info() = default;
__pointer_type_info::~__pointer_type_info() = default;
__pointer_to_member_type_info::~__pointer_to_member_type_info() = default;
__class_type_info::~__class_type_info() = default;
__si_class_type_info::~__si_class_type_info() = default;
__vmi_class_type_info::~__vmi_class_type_info() = default;
__forced_unwind::~__forced_unwind() noexcept = default;

}  // namespace __cxxabiv1
