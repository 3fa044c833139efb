// Footprints of the C++ library: exceptions, threads, containers, numbers; GoogleTest. libraries/footprint_list.h
// describes the notation.
#include "libraries/footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfCxx = R"LIST(
# ---- C++: exceptions, types, memory
[]       _Zn* _Zd* __cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_get_exception_ptr
         __cxa_current_exception_type __cxa_bad_cast __cxa_bad_typeid __cxa_pure_virtual __cxa_deleted_virtual __cxa_throw_bad_array_new_length
         __cxa_throw_bad_array_length __cxa_call_unexpected __cxa_call_terminate __cxa_get_globals __cxa_get_globals_fast __gxx_personality_v0
         __cxa_init_primary_exception __cxa_allocate_dependent_exception __cxa_free_dependent_exception __cxa_thread_atexit __cxa_vec_*
         __cxa_uncaught_exceptions __cxa_uncaught_exception __cxa_tm_cleanup __cxa_demangle
[asks]   _ZNSt6thread20hardware_concurrencyEv
[catch]  __cxa_end_catch
[r0:8]   __dynamic_cast
[]       _ZSt*__throw_* _ZSt10unexpectedv _ZSt18uncaught_exceptionv
         _ZSt19uncaught_exceptionsv _ZNKSt9type_info* _ZNSt9type_info* _ZSt10_Exit*
         _ZSt15future_categoryv _ZNSt3_V215system_categoryEv _ZNSt3_V216generic_categoryEv _ZSt17iostream_categoryv
         _ZNSt6thread6_StateD* _ZSt20__replacement_assert* _ZSt21__glibcxx_assert_fail*
         _ZNSt13__future_base13_State_baseV2* _ZNSt13__future_base19_Async_state_common* _ZNSt13__future_base11_State_base* _ZNSt10_Sp_locker* _ZNSt19_Sp_make_shared_tag* _ZN9__gnu_cxx27__verbose_terminate_handlerEv
         _ZNSt11this_thread11__sleep_for* __once_proxy _ZNSt6chrono* _ZNSt28__atomic_futex_unsigned_base* _ZNSt9nothrow_t*
[x@set_terminate():8]   _ZSt13set_terminatePFvvE
[o@set_terminate():8]   _ZSt13get_terminatev _ZSt9terminatev __cxa_throw __cxa_rethrow  # an exception may not be caught
[x@set_unexpected():8]  _ZSt14set_unexpectedPFvvE
[o@set_unexpected():8]  _ZSt14get_unexpectedv
[x@set_new_handler():8] _ZSt15set_new_handler*
[o@set_new_handler():8] _ZSt15get_new_handlerv
[w0:16]  _ZNSt13__future_base12_Result_baseC*
[w0:16 x*0(8)-128:4] _ZNSt13__future_base12_Result_baseD* _ZNSt16nested_exceptionD*
[r0:16]  _ZNKSt11logic_error4whatEv _ZNKSt13runtime_error4whatEv _ZNKSt12future_error4whatEv _ZNKSt8ios_base7failure*4whatEv
[r0:48]  _ZNKSt10filesystem7__cxx1116filesystem_error*
[r0:8]   _ZNKSt*4whatEv
[w0:8]   _ZNSt9exceptionD* _ZNSt*bad_*D*Ev
[w0:48]  _ZNSt10filesystem7__cxx1116filesystem_errorD*
[w0:16]  _ZNSt*_errorD*Ev _ZNSt12out_of_rangeD*Ev _ZNSt16invalid_argumentD*Ev _ZNSt12domain_errorD*Ev _ZNSt12length_errorD*Ev _ZNSt8ios_base7failure*D*Ev
[w0:8 r1:s]       _ZNSt6localeC1EPKc _ZNSt6localeC2EPKc
[w0:48 r1:string] _ZNSt10filesystem7__cxx1116filesystem_errorC*EESt10error_code
[w0:48 r1:string r2:string r3:string] _ZNSt10filesystem7__cxx1116filesystem_errorC*4pathESC_St10error_code
[w0:48 r1:string r2:string] _ZNSt10filesystem7__cxx1116filesystem_errorC*4pathESt10error_code
[w0:16 r1:s]      _ZNSt*_errorC*EPKc _ZNSt12out_of_rangeC*EPKc _ZNSt16invalid_argumentC*EPKc
[w0:16 r1:string] _ZNSt*_errorC1ERKNSt7__cxx1112basic_string* _ZNSt*_errorC2ERKNSt7__cxx1112basic_string* _ZNSt12out_of_rangeC*ERKNSt7__cxx1112basic_string*
                  _ZNSt16invalid_argumentC*ERKNSt7__cxx1112basic_string*
[w0:16 r1:16]     _ZNSt*_errorC*ERKS_ _ZNSt*_erroraSERKS_
[w0:16 w1:16]     _ZNSt*_errorC*EOS_ _ZNSt*_erroraSEOS_
[w0:32]           _ZNSt12system_errorC*
[w0:24]           _ZNSt11regex_errorC*
[w0:8]            _ZNSt12bad_weak_ptr*
[w0:32 r1:s]      _ZNSt8ios_base7failureB5cxx11C*EPKc
[w0:32 r1:s r2:16] _ZNSt8ios_base7failureB5cxx11C*EPKcRKSt10error_code
[w0:32 r1:string] _ZNSt8ios_base7failureB5cxx11C*ERKNSt7__cxx1112basic_string*EE
[w0:32 r1:string r2:16] _ZNSt8ios_base7failureB5cxx11C*ERKNSt7__cxx1112basic_string*RKSt10error_code
[r0:8 x*0-128:4]  _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv
[w0:8 x*0-128:4]  _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv _ZNSt15__exception_ptr13exception_ptrD*Ev
[w0:8 r1:8 x*1-128:4] _ZNSt15__exception_ptr13exception_ptrC*ERKS0_
[w0:8 r1:8 x*0-128:4 x*1-128:4] _ZNSt15__exception_ptr13exception_ptraSERKS0_
[w0:8 x1?-128:4]  _ZNSt15__exception_ptr13exception_ptrC*EPv
[w0:8]            _ZNSt15__exception_ptr13exception_ptrC* _ZSt17current_exceptionv
[w0:8 w1:8]       _ZNSt15__exception_ptr13exception_ptr4swapERS0_
[r0:8 o@set_terminate():8] _ZSt17rethrow_exception*
[r0:8]            _ZNKSt15__exception_ptr13exception_ptr*

# Categories of errors: name, message, default_error_condition, equivalent.
[r0:16]           _ZNKSt10error_code23default_error_conditionEv
[w0:32]           _ZNKSt3_V214error_category10_M_messageB5cxx11Ei
[r2:16]           _ZNKSt3_V214error_category10equivalentEiRKSt15error_condition
[r1:16]           _ZNKSt3_V214error_category10equivalentERKSt10error_codei
[]                _ZNKSt3_V214error_category* _ZNSt3_V214error_category*
[w0:32]           virtual.N12_GLOBAL__N_1*error_category*.4
[r2:16]           virtual.N12_GLOBAL__N_1*error_category*.6
[r1:16]           virtual.N12_GLOBAL__N_1*error_category*.7
[]                virtual.N12_GLOBAL__N_1*error_category*.2 virtual.N12_GLOBAL__N_1*error_category*.3 virtual.N12_GLOBAL__N_1*error_category*.5
# Shared objects of std::filesystem, which their last owner destroys.
[r0:16]           virtual.St23_Sp_counted_ptr_inplaceINSt10filesystem*

# ---- C++: threads. join and detach are compiled with instrumentation (src/cxx).
[w0:8 w1:8]       _ZNSt6thread15_M_start_thread*
[w0:48]           _ZNSt18condition_variableC*
[r1:16]           _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE
[]                _ZNSt18condition_variable* _ZNSt3_V218condition_variable*

# ---- C++: containers, hashes, numbers
[r0:a1]           _ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm
[r0:4 w0+8:8]     _ZNKSt8__detail20_Prime_rehash_policy*
[w0:24 r1:string] _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_string* _ZNSt13random_device16_M_init_pretr1*
[r0:24]           _ZNSt13random_device7_M_finiEv _ZNKSt13random_device13_M_getentropyEv
[w0:e1]           _ZSt8to_charsPcS_*
[r0:e1 w2:4]      _ZSt10from_charsPKcS0_RfSt12chars_format
[r0:e1 w2:8]      _ZSt10from_charsPKcS0_RdSt12chars_format
[r0:e1 w2:16]     _ZSt10from_charsPKcS0_ReSt12chars_format
[x@set_default_resource():8] _ZNSt3pmr20set_default_resource*
[o@set_default_resource():8] _ZNSt3pmr20get_default_resourceEv
[]                _ZNSt3pmr19new_delete_resourceEv _ZNSt3pmr20null_memory_resourceEv
                  _ZNSt3pmr15memory_resourceD*
                  virtual.NSt3pmr*newdel_res_tE.* virtual.NSt3pmr*null_res_tE.*
# A monotonic_buffer_resource is compiled with instrumentation (src/cxx). The tables of a pool lie in its own chunks; a synchronised one locks them.
[w0:72 r1:16]     _ZNSt3pmr28unsynchronized_pool_resourceC*
[w0:72]           _ZNSt3pmr28unsynchronized_pool_resource* virtual.NSt3pmr28unsynchronized_pool_resourceE.*
[w0:136 r1:16]    _ZNSt3pmr26synchronized_pool_resourceC*
[w0:136]          _ZNSt3pmr26synchronized_pool_resourceD* _ZNSt3pmr26synchronized_pool_resource7releaseEv
[r0:8]            _ZNSt3pmr26synchronized_pool_resource* virtual.NSt3pmr26synchronized_pool_resourceE.*
# With _GLIBCXX_DEBUG: the container has lists of its iterators, which locks of the library protect.
[]                _ZN11__gnu_debug* _ZNK11__gnu_debug*

# ---- libc++: threads. Its calls of pthread_… are intercepted; its streams are not reviewed.
[]       _ZNSt3__15mutex* _ZNSt3__115recursive_mutex* _ZNSt3__111timed_mutex* _ZNSt3__121recursive_timed_mutex* _ZNSt3__119__shared_mutex_base*
         _ZNSt3__118shared_timed_mutex* _ZNSt3__118condition_variable* _ZNSt3__119__thread_local_dataEv _ZNSt3__111this_thread9sleep_for*
         _ZNSt3__16chrono12steady_clock3nowEv _ZNSt3__16chrono12system_clock* _ZNSt3__112__next_primeEm _ZNSt3__122__libcpp_verbose_abortEPKcz _ZNSt3__1*__throw_*
         _ZNSt3__119__shared_weak_countD* _ZNSt3__114__shared_countD* _ZNKSt3__119__shared_weak_count13__get_deleterERKSt9type_info
[w0:8]   _ZNSt3__115__thread_structC* _ZNSt3__115__thread_structD* _ZNSt3__16thread4joinEv _ZNSt3__16thread6detachEv
[r0:8]   _ZNSt3__16threadD*
[asks]   _ZNSt3__16thread20hardware_concurrencyEv

# ---- GoogleTest: its functions lock the data that they share
[]       libgtest*:_ZN7testing* libgtest*:_ZNK7testing*
)LIST";

}  // namespace mover::runtime
