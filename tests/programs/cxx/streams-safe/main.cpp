/* Streams of strings, and std::cout in two threads, which is no race. */
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

static void print(int i) { std::cout << "thread " << i << ' ' << 0.5 << std::endl; }

int main() {
  std::thread other(print, 1);
  print(2);
  other.join();

  std::ostringstream out;
  out << std::hex << std::setw(4) << std::setfill('0') << 255 << std::dec << ' ' << -12L << ' ' << 2.5 << ' ' << true << ' '
      << std::boolalpha << false << ' ' << 'c' << std::string("text") << 1e100;
  assert(out.str() == "00ff -12 2.5 1 false ctext1e+100");

  std::istringstream in("12 0x1f word 2.25\nthe rest");
  int decimal, hexadecimal;
  std::string word, line;
  double number;
  in >> decimal >> std::hex >> hexadecimal >> word >> number;
  assert(decimal == 12 && hexadecimal == 31 && word == "word" && number == 2.25);
  std::getline(in, line);
  std::getline(in, line);
  assert(line == "the rest" && in.eof());
}
