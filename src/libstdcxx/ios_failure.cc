// The exception that streams throw if the program asks for it.
#include <ios>

namespace std {

namespace {

class StreamCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "iostream"; }
  string message(int code) const override {
    return code == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

[[clang::no_destroy]] constinit const StreamCategory the_category;

}  // namespace

const error_category& iostream_category() noexcept { return the_category; }

ios_base::failure::failure(const string& message) : system_error(io_errc::stream, message) {}
ios_base::failure::failure(const string& message, const error_code& code) : system_error(code, message) {}
ios_base::failure::failure(const char* message, const error_code& code) : system_error(code, message) {}
ios_base::failure::~failure() throw() = default;
const char* ios_base::failure::what() const throw() { return system_error::what(); }

void __throw_ios_failure(const char* message) { throw ios_base::failure(message); }
void __throw_ios_failure(const char* message, int error) {
  throw ios_base::failure(message, error_code(error, system_category()));
}

}  // namespace std
