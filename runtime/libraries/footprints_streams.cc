// Footprints of the C++ library: streams, locales, paths. libraries/footprint_list.h describes the notation.
#include "libraries/footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfStreams = R"LIST(
# ---- C++: streams and locales. Templates are compiled with instrumentation (src/cxx).
[w0:8 r1+40:8 w1+208:8 r2:8] _ZNSt8ios_base5imbueERKSt6locale  # it returns a std::locale
[w0:216]          _ZNSt8ios_baseC* _ZNSt8ios_base7_M_initEv _ZNSt8ios_base13_M_grow_wordsEib
                  _ZNSt8ios_base17register_callback* _ZNSt8ios_base20_M_dispose_callbacksEv
[r0:216]          _ZNSt8ios_base17_M_call_callbacksENS_5eventE
[w0:216]          _ZNSt8ios_baseD*
[w0:216 w1:216]   _ZNSt8ios_base7_M_moveERS_ _ZNSt8ios_base7_M_swapERS_
[w@_ZSt3cin:280 w@_ZSt4cout:272] _ZNSt8ios_base15sync_with_stdioEb
[]                _ZNSt8ios_base4Init*
[x@xalloc():8]    _ZNSt8ios_base6xallocEv
[w0:16]           _ZNSt12__basic_fileIcEC*
[w0:16 r1:s]      _ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei
[w0:16]           _ZNSt12__basic_fileIcE8sys_open* _ZNSt12__basic_fileIcE5closeEv _ZNSt12__basic_fileIcED*
[r0:16]           _ZNKSt12__basic_fileIcE7is_openEv _ZNSt12__basic_fileIcE2fdEv _ZNSt12__basic_fileIcE4fileEv _ZNSt12__basic_fileIcE7seekoff*
                  _ZNSt12__basic_fileIcE9showmanycEv _ZNSt12__basic_fileIcE4syncEv
[r0:16 r1:a2]     _ZNSt12__basic_fileIcE6xsputnEPKcl
[r0:16 r1:a2 r3:a4] _ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l
[r0:16 w1:a2]     _ZNSt12__basic_fileIcE6xsgetnEPcl
# Facets that convert characters of the caller, within one range or from a range to a buffer.
[w1:e2]           _ZNKSt5ctypeI*10do_toupperEP*PK* _ZNKSt5ctypeI*10do_tolowerEP*PK*
[r1:e2 w3:b12]    _ZNKSt5ctypeIcE8do_widenEPKcS2_Pc
[r1:e2 w4:b12]    _ZNKSt5ctypeIcE9do_narrowEPKcS2_cPc
[r1:e2 w3:b12*4]  _ZNKSt5ctypeIwE8do_widenEPKcS2_Pw
[r1:e2 w4:b12/4]  _ZNKSt5ctypeIwE9do_narrowEPKwS2_cPc
[r1:e2 w3:b12/2]  _ZNKSt5ctypeIwE5do_isEPKwS2_Pt
[r2:e3]           _ZNKSt5ctypeIwE10do_scan_isEtPKwS2_ _ZNKSt5ctypeIwE11do_scan_notEtPKwS2_
[w1:8 r2:e3 w4:8 w5:e6 w7:8] _ZNKSt*codecvt*6do_outE* _ZNKSt*codecvt*5do_inE*
[w1:8 w2:e3 w4:8] _ZNKSt*codecvt*10do_unshiftE*
[w1:8 r2:e3]      _ZNKSt*codecvt*9do_lengthE*
[r1:s r2:s]       _ZNKSt*7collateIcE10_M_compareEPKcS*
[r1:S r2:S]       _ZNKSt*7collateIwE10_M_compareEPKwS*
[w1:a3 r2:s]      _ZNKSt*7collateIcE12_M_transformEPcPKcm
[w1:a3*4 r2:S]    _ZNKSt*7collateIwE12_M_transformEPwPKwm
[w1:a2 r3:s r4:56]   _ZNKSt11__timepunctIcE6_M_putEPcmPKcPK2tm
[w1:a2*4 r3:S r4:56] _ZNKSt11__timepunctIwE6_M_putEPwmPKwPK2tm
[r1:string r2:8]  _ZNKSt7__cxx118messagesI*7do_openE*
[w0:32 r5:string] _ZNKSt7__cxx118messagesI*6do_getE*
[w0:32]           _ZNKSt7__cxx118numpunctI*11do_groupingEv _ZNKSt7__cxx118numpunctI*11do_truenameEv _ZNKSt7__cxx118numpunctI*12do_falsenameEv
                  _ZNKSt7__cxx1110moneypunctI*11do_groupingEv _ZNKSt7__cxx1110moneypunctI*14do_curr_symbolEv _ZNKSt7__cxx1110moneypunctI*16do_positive_signEv
                  _ZNKSt7__cxx1110moneypunctI*16do_negative_signEv
# Conversions of characters to numbers, and of the flags of a stream to a format.
[r0:s w1:4 w2:4]  _ZSt14__convert_to_vIfE*
[r0:s w1:8 w2:4]  _ZSt14__convert_to_vIdE*
[r0:s w1:16 w2:4] _ZSt14__convert_to_vIeE* _ZSt14__convert_to_vIg* _ZSt14__convert_to_vIu9__ieee128*
[r0+24:4]         _ZNSt10__num_base15_S_format_floatERKSt8ios_basePcc
[]                _ZNKSt5ctypeI* _ZNSt5ctypeI* _ZNSt10__num_base* _ZSt17__verify_grouping* _ZNKSt11__timepunctI* _ZNSt11__timepunctI*
                  _ZNSt6locale5_Impl* _ZNSt6locale5facet* _ZNKSt6locale5facet* _ZNKSt6locale2id5_M_idEv _ZNSt6locale7classicEv _ZNKSt7collate*
                  _ZNSt7collate* _ZNKSt7__cxx117collate* _ZNSt7__cxx117collate* _ZNKSt7codecvt* _ZNSt7codecvt* _ZNKSt23__codecvt_abstract_base*
                  _ZNSt7__cxx118numpunct* _ZNKSt7__cxx118numpunct* _ZNSt7__cxx1110moneypunct* _ZNKSt7__cxx1110moneypunct* _ZNSt8messages* _ZNKSt8messages*
                  _ZNSt7__cxx118messages* _ZNKSt7__cxx118messages* _ZNSt8numpunct* _ZNKSt8numpunct* _ZNSt10moneypunct* _ZNKSt10moneypunct*
                  _ZNKSt25__codecvt* _ZNSt25__codecvt* _ZNKSt19__codecvt* _ZNKSt20__codecvt*
[w0:16 r1:s]      _ZNSt*_bynameI*C1EPKcm _ZNSt*_bynameI*C2EPKcm
[]                _ZNSt*_bynameI*D* _ZN9__gnu_cxx18stdio_sync_filebufI*E5uflowEv _ZN9__gnu_cxx18stdio_sync_filebufI*E9underflowEv
[r0:4 w1:56]      _ZNSt16__time_get_state17_M_finalize_stateEP2tm
[r0:8]            _ZSt9use_facetI* _ZSt9has_facetI*
[w0:8]            _ZNSt6localeD*
[w0:8]            _ZNSt6localeC1Ev _ZNSt6localeC2Ev
[w0:8 r1:8]       _ZNSt6localeC1ERKS_ _ZNSt6localeC2ERKS_ _ZNSt6localeaSERKS_ _ZNSt6locale6globalERKS_
[w0:32 r1:8]      _ZNKSt6locale4nameB5cxx11Ev
[w0:8 r1:8 r2:s]  _ZNSt6localeC*ERKS_PKci
[w0:8 r1:8 r2:8]  _ZNSt6localeC*ERKS_S1_i
[r0:8 r1:8]       _ZNKSt6localeeqERKS_

# ---- C++: std::filesystem. A change of a path also changes its components.
[w0:40 r1:string]            _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE _ZNSt10filesystem8absoluteERKNS_7__cxx114pathE _ZNSt10filesystem9canonicalERKNS_7__cxx114pathE _ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathE
[w0:40 r1:string w2:16]      _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem8absoluteERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem9canonicalERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathERSt10error_code
[w0:40 r1:string r2:string]  _ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_ _ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_ _ZNKSt10filesystem7__cxx114path18lexically_relativeERKS1_ _ZNKSt10filesystem7__cxx114path19lexically_proximateERKS1_
[w0:40 r1:string r2:string w3:16] _ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_RSt10error_code _ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_RSt10error_code
[w0:40]                      _ZNSt10filesystem12current_pathB5cxx11Ev _ZNSt10filesystem19temp_directory_pathB5cxx11Ev
[w0:40 w1:16]                _ZNSt10filesystem12current_pathB5cxx11ERSt10error_code _ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code
[w0:24 r1:string]            _ZNSt10filesystem5spaceERKNS_7__cxx114pathE
[w0:24 r1:string w2:16]      _ZNSt10filesystem5spaceERKNS_7__cxx114pathERSt10error_code
[w0:40 r1:string r1+32:8]    _ZNKSt10filesystem7__cxx114path11parent_pathEv _ZNKSt10filesystem7__cxx114path13relative_pathEv _ZNKSt10filesystem7__cxx114path14root_directoryEv _ZNKSt10filesystem7__cxx114path9root_nameEv _ZNKSt10filesystem7__cxx114path9root_pathEv _ZNKSt10filesystem7__cxx114path16lexically_normalEv
[r0:string r0+32:8]          _ZNKSt10filesystem7__cxx114path*has_* _ZNKSt10filesystem7__cxx114path17_M_find_extensionEv _ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE
[r0:string r1:string]        _ZNKSt10filesystem7__cxx114path7compareERKS1_
[r0:string r2:a1]            _ZNKSt10filesystem7__cxx114path7compareESt17basic_string_viewIcSt11char_traitsIcEE
[r0:8]                       _ZNKSt10filesystem7__cxx114path5_List3endEv _ZNKSt10filesystem7__cxx114path5_List5beginEv
[w0:8]                       _ZNSt10filesystem7__cxx114path5_ListC1Ev
[w0:8 r1:8]                  _ZNSt10filesystem7__cxx114path5_ListC1ERKS2_
[]                           _ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE
[w0:40 r0:string]            _ZNSt10filesystem7__cxx114path14_M_split_cmptsEv _ZNSt10filesystem7__cxx114path15remove_filenameEv
[w0:40 r2:a1]                _ZNSt10filesystem7__cxx114path9_M_append* _ZNSt10filesystem7__cxx114path9_M_concat*
[w0:40 r1:string]            _ZNSt10filesystem7__cxx114path16replace_filenameERKS1_ _ZNSt10filesystem7__cxx114path17replace_extensionERKS1_ _ZNSt10filesystem7__cxx114pathaSERKS1_ _ZNSt10filesystem7__cxx114pathdVERKS1_ _ZNSt10filesystem7__cxx114pathpLERKS1_
[w0:32 r1:e2 r3:8]           _ZNSt10filesystem7__cxx114path14_S_convert_locEPKcS3_RKSt6locale
[w0:16 r1:string w3?:16]     _ZNSt10filesystem7__cxx1118directory_iteratorC* _ZNSt10filesystem7__cxx1128recursive_directory_iteratorC*
[w0:16 w*0:8 w1:16]          _ZNSt10filesystem7__cxx11*directory_iterator9incrementERSt10error_code _ZNSt10filesystem7__cxx1128recursive_directory_iterator3popERSt10error_code
[w0:16 w*0:8]                _ZNSt10filesystem7__cxx11*directory_iteratorppEv _ZNSt10filesystem7__cxx1128recursive_directory_iterator3popEv
[r0:16 w*0:8]                _ZNSt10filesystem7__cxx1128recursive_directory_iterator25disable_recursion_pendingEv
[w0:16]                      _ZNSt10filesystem7__cxx11*directory_iteratorD*
[w0:16 w1:16]                _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EC*EOS* _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EaSEOS*
                             _ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSEOS1_
[w0:16 r1:16]                _ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSERKS1_
[w0:16]                      _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EC*Ev
[r0:16 r*0:8]                _ZNKSt10filesystem7__cxx11*directory_iterator*
# The position of the argument error_code& depends on the arguments before it.
[r0:string w1:16]            _ZNSt10filesystem*ERKNS_7__cxx114pathERSt10error_code
[r0:string r1:string w2:16]  _ZNSt10filesystem*ERKNS_7__cxx114pathES3_RSt10error_code
[r0:string r1:string w3:16]  _ZNSt10filesystem*ERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code
[r0:string r1:string]        _ZNSt10filesystem*ERKNS_7__cxx114pathES3_ _ZNSt10filesystem*ERKNS_7__cxx114pathES3_NS_12copy_optionsE
[r0:string w2:16]            _ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEmRSt10error_code
                             _ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathENSt6chrono*RSt10error_code
[r0:string w3:16]            _ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsERSt10error_code
[r0:string]                  _ZNSt10filesystem*ERKNS_7__cxx114pathE _ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEm
                             _ZNSt10filesystem15last_write_timeERKNS_7__cxx114pathENSt6chrono* _ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsE
)LIST";

}  // namespace mover::runtime
