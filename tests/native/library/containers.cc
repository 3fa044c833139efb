// Containers: libstdc++ changes their links in its shared library.
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "cases.h"

static std::map<int, int> map{{2, 2}};
static std::set<int> set{1, 2, 3};
static std::multimap<int, int> multimap{{1, 1}, {1, 2}, {2, 3}};
static std::list<int> list{1, 2}, spare{3, 4};
static std::forward_list<int> forward{1, 2};
static std::unordered_map<std::string, int> hashed{{"a", 1}};
static std::unordered_set<int> hashed_set;
static std::deque<int> deque{1, 2};
static std::string key = "a";

template <typename Container>
static void count(const Container& container) {
  int n = 0;
  for (auto i = container.begin(); i != container.end(); ++i) ++n;
  keep(n);
}

static const Case cases[] = {
    {"map-insert-find", [] { map[1] = 1; }, [] { keep(map.find(1) == map.end()); }},
    {"map-insert-last", [] { map[3] = 1; }, [] { keep(map.rbegin()->first); }},
    {"set-insert-iterate", [] { set.insert(5); }, [] { count(set); }},
    {"set-erase-last", [] { set.erase(3); }, [] { keep(*std::prev(set.end())); }},
    {"set-erase-root", [] { set.erase(2); }, [] { keep(set.count(1)); }},
    {"set-extract-next", [] { set.extract(2); }, [] { keep(*std::next(set.begin())); }},
    {"multimap-emplace-iterate", [] { multimap.emplace(1, 7); }, [] { count(multimap); }},
    {"list-push-iterate", [] { list.push_back(5); }, [] { count(list); }},
    {"list-pop-front", [] { list.pop_front(); }, [] { keep(list.front()); }},
    {"list-splice-iterate", [] { list.splice(list.begin(), spare); }, [] { count(list); }},
    {"list-splice-source", [] { list.splice(list.begin(), spare); }, [] { count(spare); }},
    {"list-reverse-iterate", [] { list.reverse(); }, [] { count(list); }},
    {"list-swap-front", [] { list.swap(spare); }, [] { keep(list.front()); }},
    {"list-sort-iterate", [] { list.sort(); }, [] { count(list); }},
    {"forward-list-push-iterate", [] { forward.push_front(5); }, [] { count(forward); }},
    {"unordered-map-insert-find", [] { hashed["b"] = 2; }, [] { keep(hashed.count("b")); }},
    {"unordered-map-key-changes", [] { key[0] = 'b'; }, [] { keep(hashed.count(key)); }},
    {"unordered-map-both-insert", [] { hashed["b"] = 2; }, [] { hashed["c"] = 3; }},
    {"unordered-set-insert-size", [] { hashed_set.insert(2); }, [] { keep(hashed_set.size()); }},
    {"deque-push-iterate", [] { deque.push_front(5); }, [] { count(deque); }},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
