// Writes to the characters of strings are observed, whichever function of the C++ library makes them.
// expect: safe
// leaves out: before they are read
// compiler: -std=c++20
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static std::string text;

int main() {
  text.reserve(100);
  std::thread writer([] { text.append(40, 'x').insert(3, "a text that is longer than sixteen characters"); });
  writer.join();
  std::string both = text + text;
  both.erase(2, 5).replace(1, 2, "ab");
  std::istringstream in(both + " " + std::to_string(123456789) + " the rest of the line is long enough\n");
  std::string first, second, rest;
  in >> first >> second;
  std::getline(in, rest);
  std::ostringstream out;
  out << first << second << rest << 1.5 << std::hex << 77;
  const std::string made = out.str();
  std::filesystem::path path("/a/directory/with/a/long/name");
  path /= first;
  std::vector<char> characters(made.begin(), made.end());
  characters.resize(200);
  characters.insert(characters.begin(), 20, 'y');
  int sum = 0;
  for (const char c : made + path.string() + std::string(characters.begin(), characters.end())) sum += c == 'q';
  return sum == 3;
}
