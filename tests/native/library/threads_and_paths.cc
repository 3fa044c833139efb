// std::thread, std::filesystem, std::pmr: memory that their functions write in addition to their results.
#include <exception>
#include <filesystem>
#include <memory_resource>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cases.h"

namespace fs = std::filesystem;
static std::thread thread;
static std::error_code error;
static fs::path path = "/none/a", other_path = "/none/b";
static fs::space_info room;
static fs::directory_iterator entries;
static char buffer[256];
static std::pmr::monotonic_buffer_resource monotonic(buffer, sizeof buffer), growing;
static std::pmr::unsynchronized_pool_resource pool;
static std::pmr::synchronized_pool_resource synchronised;
static std::optional<std::runtime_error> exception(std::in_place, "text");
static std::optional<fs::filesystem_error> path_error(std::in_place, "text", "/none", std::error_code());

static void start() { thread = std::thread([] {}); }
static void join() { thread.join(); }
static void is_wrong() { keep(static_cast<bool>(error)); }
static void allocate_and_free(std::pmr::memory_resource& from) { from.deallocate(from.allocate(8), 8); }
static void open_directory() { entries = fs::directory_iterator("/"); }

static const Case cases[] = {
    {"join-joinable", join, [] { keep(thread.joinable()); }, start},
    {"detach-get-id", [] { thread.detach(); }, [] { auto id = thread.get_id(); keep(id == std::thread::id()); }, start},
    {"rename-error", [] { fs::rename("/none/x", "/none/y", error); }, is_wrong},
    {"resize-error", [] { fs::resize_file("/none/x", 3, error); }, is_wrong},
    {"permissions-error", [] { fs::permissions("/none/x", fs::perms::all, error); }, is_wrong},
    {"copy-error", [] { fs::copy("/none/x", "/none/y", fs::copy_options::none, error); }, is_wrong},
    {"copy-file-error", [] { fs::copy_file("/none/x", "/none/y", error); }, is_wrong},
    {"remove-error", [] { fs::remove("/none/x", error); }, is_wrong},
    {"last-write-time-error", [] { fs::last_write_time("/none/x", fs::file_time_type(), error); }, is_wrong},
    {"create-symlink-error", [] { fs::create_symlink("/none/x", "/none/y", error); }, is_wrong},
    {"equivalent-error", [] { fs::equivalent("/none/x", "/none/y", error); }, is_wrong},
    {"space-error", [] { fs::space("/none/x", error); }, is_wrong},
    {"canonical-error", [] { auto made = fs::canonical("/none/x", error); }, is_wrong},
    {"relative-error", [] { auto made = fs::relative("/none/x", "/none/y", error); }, is_wrong},
    {"rename-second-path", [] { other_path = "/none/c"; }, [] { std::error_code mine; fs::rename(path, other_path, mine); }},
    {"no-race-both-rename", [] { std::error_code mine; fs::rename(path, other_path, mine); }, [] { std::error_code mine; fs::rename(path, other_path, mine); }},
    {"directory-increment-read", [] { ++entries; }, [] { keep(entries->path().empty()); }, open_directory},
    {"monotonic-both-allocate", [] { keep(reinterpret_cast<long>(monotonic.allocate(8))); }, [] { keep(reinterpret_cast<long>(monotonic.allocate(8))); }},
    {"monotonic-vectors", [] { std::pmr::vector<int> mine({1}, &monotonic); }, [] { std::pmr::vector<int> mine({1}, &monotonic); }},
    {"monotonic-release-allocate", [] { growing.release(); }, [] { keep(reinterpret_cast<long>(growing.allocate(5))); }},
    {"pool-both-allocate", [] { allocate_and_free(pool); }, [] { allocate_and_free(pool); }},
    {"no-race-synchronised-pool", [] { allocate_and_free(synchronised); }, [] { allocate_and_free(synchronised); }},
    {"no-race-new-delete-resource", [] { allocate_and_free(*std::pmr::new_delete_resource()); },
     [] { allocate_and_free(*std::pmr::new_delete_resource()); }},
    {"default-resource-shared", [] { std::pmr::set_default_resource(&growing); std::pmr::set_default_resource(nullptr); keep(reinterpret_cast<long>(growing.allocate(5))); },
     [] { keep(reinterpret_cast<long>(std::pmr::get_default_resource()->allocate(5))); }},
    {"exception-reset-what", [] { exception.reset(); }, [] { keep(exception->what()[0]); }},
    {"no-race-both-what", [] { keep(exception->what()[0]); }, [] { keep(exception->what()[0]); }},
    {"no-race-both-what-of-paths", [] { keep(path_error->what()[0]); }, [] { keep(path_error->path1().empty()); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
