"""Random C++ programs, each with twins in C. In a twin, containers are plain structs, and each operation on a container performs the
accesses that may race. The interpreter judges the twins. The C++ program is compiled and must have the same races, deadlocks and failing
assertions.

The parts of a container that an operation accesses depend on the implementation: whether find(1) visits the node that insert(2) changes
depends on the shape of the tree. So there are two twins: one performs the accesses that every implementation makes, the other one
(POSSIBLE) all accesses that an implementation may make. If only the second twin has a race, the program is skipped.

References and iterators do not outlive the statement that makes them. So the races are those that [res.on.data.races] of the standard
defines, and each of them is a race of actual accesses."""

import random

from tree import Kind, Program, Stmt, write_c, write_cpp

LOCK = "pthread_mutex_lock(&mu$o);"
UNLOCK = "pthread_mutex_unlock(&mu$o);"
AWAIT_ALL = "while ($x == 0) pthread_cond_wait(&cv, &mu0);"
AWAIT_FOR = "while ($x == 0) if (pthread_cond_timedwait(&cv, &mu0, &future) != 0) break;"


def pairs(name, *rows):
    """Kinds of statements without a body: (kind, C++, C)."""
    return {f"{name}_{kind}": Kind(c, cpp) for kind, cpp, c in rows}


KINDS = {
    **pairs("plain", ("load", "$r = $x;", "$r = $x;"), ("store", "$x = $k;", "$x = $k;"),
            ("count", "$x = ($x + 1) & 3;", "$x = ($x + 1) & 3;"),
            ("lambda", "[&] { $x = $k; }();", "$x = $k;"), ("by_value", "$r = [copy = $x] { return copy; }();", "$r = $x;"),
            ("named", "{ auto next = [&r = $x](int k) { r = (r + k) & 3; }; next(1); }", "$x = ($x + 1) & 3;")),
    **pairs("captured", ("load", "$r = captured;", "$r = captured;"), ("store", "captured = $k;", "captured = $k;"),
            ("copied", "$r = given;", "$r = given$t;")),
    **pairs("spawn", ("join", "{ int l = $k; std::thread t([&l] { l = x; }); t.join(); $r = l; }",
                      "{ int l = $k; pthread_t t; pthread_create(&t, 0, use, &l); pthread_join(t, 0); $r = l; }"),
            ("early", "{ int l = $k; std::jthread t([&l] { l = x; }); $r = l; }",
             "{ int l = $k; pthread_t t; pthread_create(&t, 0, use, &l); $r = l; pthread_join(t, 0); }"),
            ("by_value", "{ int l = $k; std::thread([l] { x = l; }).detach(); }",
             "{ static int l; l = $k; pthread_t t; pthread_create(&t, 0, give, &l); pthread_detach(t); }"),
            ("detach", "{ int l = $k; std::thread([&l] { l = 1; }).detach(); }",
             "{ int l = $k; pthread_t t; pthread_create(&t, 0, set_one, &l); pthread_detach(t); }")),
    **pairs("latch", ("down", "latch.count_down();", "latch_down();"), ("wait", "latch.wait();", "latch_wait();")),
    **pairs("own", ("store", "own = $k;", "own = $k;"), ("load", "$r = own;", "$r = own;")),
    **pairs("atomic", ("load", "$r = a0.load($load);", "$r = __atomic_load_n(&a0, $cload);"),
            ("store", "a0.store($k, $store);", "__atomic_store_n(&a0, $k, $cstore);"),
            ("add", "$r = a0.fetch_add(1, $both);", "$r = __atomic_fetch_add(&a0, 1, $cboth);"),
            ("swap", "{ int expected = 0; $r = a0.compare_exchange_strong(expected, $k); }",
             "{ int expected = 0; $r = __atomic_compare_exchange_n(&a0, &expected, $k, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }")),
    # Control.
    "if": Kind("if ($r == $k) {", "if ($r == $k) {", "}", "}"),
    "assert": Kind("assert($r == $k && $id >= 0);", "assert($r == $k && $id >= 0);"),
    "assert_not": Kind("assert($r != $k && $id >= 0);", "assert($r != $k && $id >= 0);"),
    # Locks.
    "guard": Kind(LOCK + " {", "{ std::lock_guard<std::mutex> hold(mu$o);", "} " + UNLOCK, "}"),
    "unique": Kind(LOCK + " {", "{ std::unique_lock<std::mutex> hold(mu$o);", "} " + UNLOCK, "hold.unlock(); }"),
    "deferred": Kind(LOCK + " {", "{ std::unique_lock<std::mutex> hold(mu$o, std::defer_lock); hold.lock();", "} " + UNLOCK, "}"),
    "scoped": Kind("pthread_mutex_lock(&mu0); pthread_mutex_lock(&mu1); {", "{ std::scoped_lock hold(mu0, mu1);",
                   "} pthread_mutex_unlock(&mu1); pthread_mutex_unlock(&mu0);", "}"),
    "try": Kind("if (pthread_mutex_trylock(&mu$o) == 0) {", "if (std::unique_lock<std::mutex> hold(mu$o, std::try_to_lock); hold) {",
                UNLOCK + " }", "}"),
    "nested": Kind(LOCK + " {", "{ std::lock_guard<std::mutex> outer(mu$o);", "} " + UNLOCK, "}"),
    "throwing": Kind(LOCK + " {", "try { std::lock_guard<std::mutex> hold(mu$o);", "} " + UNLOCK + " $r = 1;",
                     "throw 1; } catch (int caught) { $r = caught; }"),
    "shared": Kind("pthread_rwlock_rdlock(&sm); {", "{ std::shared_lock<std::shared_mutex> hold(sm);", "} pthread_rwlock_unlock(&sm);",
                   "}"),
    "exclusive": Kind("pthread_rwlock_wrlock(&sm); {", "{ std::unique_lock<std::shared_mutex> hold(sm);",
                      "} pthread_rwlock_unlock(&sm);", "}"),
    "timed": Kind("if (pthread_mutex_timedlock(&tm, &future) == 0) {", "if (tm.try_lock_for(std::chrono::milliseconds(1))) {",
                  "pthread_mutex_unlock(&tm); }", "tm.unlock(); }"),
    "lock": Kind(LOCK, "mu$o.lock();"),
    # Conditions.
    **pairs("cv", ("wait", "{ std::unique_lock<std::mutex> hold(mu0); cv.wait(hold, [&] { return $x != 0; }); $x = 0; }",
                   "pthread_mutex_lock(&mu0); " + AWAIT_ALL + " $x = 0; pthread_mutex_unlock(&mu0);"),
            ("wait_again", "{ std::unique_lock<std::mutex> hold(mu0); while ($x == 0) cv.wait(hold); }",
             "pthread_mutex_lock(&mu0); " + AWAIT_ALL + " pthread_mutex_unlock(&mu0);"),
            ("wait_once", "{ std::unique_lock<std::mutex> hold(mu0); if ($x == 0) cv.wait(hold); $r = $x; }",
             "pthread_mutex_lock(&mu0); if ($x == 0) pthread_cond_wait(&cv, &mu0); $r = $x; pthread_mutex_unlock(&mu0);"),
            ("wait_blindly", "{ std::unique_lock<std::mutex> hold(mu0); cv.wait(hold); }",
             "pthread_mutex_lock(&mu0); pthread_cond_wait(&cv, &mu0); pthread_mutex_unlock(&mu0);"),
            ("wait_for", "{ std::unique_lock<std::mutex> hold(mu0); "
             "$r = cv.wait_for(hold, std::chrono::milliseconds(5), [&] { return $x != 0; }); }",
             "pthread_mutex_lock(&mu0); " + AWAIT_FOR + " $r = $x != 0; pthread_mutex_unlock(&mu0);"),
            ("set", "{ std::lock_guard<std::mutex> hold(mu0); $x = $k; cv.notify_one(); }",
             "pthread_mutex_lock(&mu0); $x = $k; pthread_cond_signal(&cv); pthread_mutex_unlock(&mu0);"),
            ("set_all", "{ std::lock_guard<std::mutex> hold(mu0); $x = $k; cv.notify_all(); }",
             "pthread_mutex_lock(&mu0); $x = $k; pthread_cond_broadcast(&cv); pthread_mutex_unlock(&mu0);"),
            ("set_late", "{ std::lock_guard<std::mutex> hold(mu0); $x = $k; } cv.notify_one();",
             "pthread_mutex_lock(&mu0); $x = $k; pthread_mutex_unlock(&mu0); pthread_cond_signal(&cv);"),
            ("set_unlocked", "$x = $k; cv.notify_all();", "$x = $k; pthread_cond_broadcast(&cv);")),
    **pairs("once", ("call", "std::call_once(once, [&] { x = 1; });", "pthread_once(&once, initialise);"),
            ("static", "$r = instance();", "$r = instance();")),
    **pairs("sem", ("take", "sem0.acquire();", "sem_wait(&sem0);"), ("post", "sem0.release();", "sem_post(&sem0);"),
            ("try", "$r = sem0.try_acquire();", "$r = sem_trywait(&sem0) == 0;")),
    "promise_set": Kind("set_promise(&promised, $k);", "promised.set_value($k);"),
    "promise_get": Kind("$r = get_promise(&promised);", "$r = awaited.get();"),
    # Structs by value.
    **pairs("struct", ("copy", "$g = $h;", "$g = $h;"), ("add", "$g = $g + S{1, {0, 0, 1}};", "$g = add($g, (S){1, {0, 0, 1}});"),
            ("sum", "$r = $g.sum();", "$r = sum($g);"), ("by_value", "$r = total($g);", "$r = sum($g);"),
            ("make", "$g = S::make($k);", "$g = make($k);"), ("field", "$g.a = $k;", "$g.a = $k;"),
            ("lambda", "$r = [copy = $g] { return copy.b[2]; }();", "{ S copy = $g; $r = copy.b[2]; }"),
            ("swap", "std::swap(g0, g1);", "{ S l = g0; g0 = g1; g1 = l; }"),
            ("last", "$r = $g.b[2];", "$r = $g.b[2];")),
    # Containers.
    **pairs("map", ("set", "m[$k] = $j;", "tree_set(&m, $k, $j);"), ("insert", "m.insert({$k, $j});", "tree_insert(&m, $k, $j);"),
            ("emplace", "$r = m.emplace($k, $j).second;", "$r = tree_insert(&m, $k, $j);"),
            ("find", "$r = m.find($k) != m.end();", "$r = tree_has(&m, $k);"), ("count", "$r = m.count($k);", "$r = tree_has(&m, $k);"),
            ("value", "if (auto it = m.find($k); it != m.end()) $r = it->second;", "if (tree_has(&m, $k)) $r = m.value[$k];"),
            ("erase", "m.erase($k);", "tree_erase(&m, $k);"), ("size", "$r = m.size();", "$r = m.count;"),
            ("empty", "$r = m.empty();", "$r = m.count == 0;"), ("clear", "m.clear();", "tree_clear(&m);"),
            ("sum", "$r = 0; for (const auto &[key, val] : m) $r = ($r + val) & 3;", "$r = tree_sum(&m);")),
    **pairs("set", ("insert", "set.insert($k);", "tree_insert(&set, $k, 1);"), ("find", "$r = set.count($k);", "$r = tree_has(&set, $k);"),
            ("erase", "set.erase($k);", "tree_erase(&set, $k);"), ("size", "$r = set.size();", "$r = set.count;"),
            ("sum", "$r = 0; for (int k : set) $r = ($r + 1 + 0 * k) & 3;", "$r = tree_sum(&set);")),
    **pairs("table", ("set", "u[$k] = $j;", "table_set(&u, $k, $j);"), ("insert", "u.insert({$k, $j});", "table_insert(&u, $k, $j);"),
            ("find", "$r = u.find($k) != u.end();", "$r = table_has(&u, $k);"), ("erase", "u.erase($k);", "table_erase(&u, $k);"),
            ("size", "$r = u.size();", "$r = u.count;"), ("clear", "u.clear();", "table_clear(&u);"),
            ("sum", "$r = 0; for (const auto &[key, val] : u) $r = ($r + val) & 3;", "$r = tree_sum(&u);")),
    **pairs("vector", ("push", "v.push_back($k);", "vector_push(&v, $k);"), ("size", "$r = v.size();", "$r = vector_size(&v);"),
            ("at", "if (v.size() > $j) $r = v[$j];", "if (vector_size(&v) > $j) $r = vector_at(&v, $j);"),
            ("store", "if (v.size() > $j) v[$j] = $k;", "if (vector_size(&v) > $j) *vector_place(&v, $j) = $k;"),
            ("pop", "if (!v.empty()) v.pop_back();", "if (vector_size(&v) != 0) v.end--;"),
            ("clear", "v.clear();", "if (vector_size(&v) != 0) v.end = 0;"), ("reserve", "v.reserve(8);", "vector_reserve(&v);"),
            ("sum", "$r = 0; for (int k : v) $r = ($r + k) & 3;", "$r = vector_sum(&v);"),
            ("by_value", "$r = [](std::vector<int> all) { return std::accumulate(all.begin(), all.end(), 0) & 3; }(v);",
             "$r = vector_sum(&v);")),
    **pairs("list", ("push", "list.push_back($k);", "list_push(&list, $k);"), ("size", "$r = list.size();", "$r = list.size;"),
            ("front", "if (!list.empty()) $r = list.front();", "if (list.link[0]) $r = list.value[0];"),
            ("clear", "list.clear();", "list_clear(&list);"),
            ("sum", "$r = 0; for (int k : list) $r = ($r + k) & 3;", "$r = list_sum(&list);")),
    **pairs("deque", ("push", "d.push_back($k);", "d.value[d.end] = $k; d.end++;"), ("size", "$r = d.size();", "$r = deque_size(&d);"),
            ("front", "if (!d.empty()) $r = d.front();", "if (deque_size(&d)) $r = d.value[d.begin];"),
            ("pop", "if (!d.empty()) d.pop_front();", "if (deque_size(&d)) d.begin++;")),
    **pairs("string", ("push", "s += 'a';", "string_push(&s);"), ("size", "$r = s.size();", "$r = s.size;"),
            ("at", "if (s.size() > $j) $r = s[$j] == 'a';", "if (s.size > $j) $r = string_at(&s, $j) == 'a';"),
            ("assign", "s = \"b\";", "string_assign(&s);"), ("clear", "s.clear();", "string_clear(&s);"),
            ("copy", "{ std::string copy = s; $r = copy.size(); }", "$r = string_copy(&s);"),
            ("compare", "$r = s == \"b\";", "$r = string_is_b(&s);")),
    **pairs("view", ("set", "view = $k ? std::string_view(\"one\") : std::string_view(\"no\");", "view = (V){$k, $k ? 3 : 2};"),
            ("by_value", "$r = length(view);", "$r = length(view);"), ("size", "$r = view.size();", "$r = view.size;"),
            ("shorter", "view.remove_suffix(1);", "view.size--;")),
    **pairs("optional", ("set", "o = $k;", "optional_set(&o, $k);"), ("reset", "o.reset();", "if (o.full) o.full = 0;"),
            ("read", "if (o) $r = *o;", "if (o.full) $r = o.value;"), ("or", "$r = o.value_or(0);", "$r = o.full ? o.value : 0;"),
            ("emplace", "o.emplace($k);", "if (o.full) o.full = 0; o.value = $k; o.full = 1;"),
            ("copy", "$r = [](std::optional<int> o) { return o ? *o : 0; }(o);", "$r = optional_copy(&o);")),
    **pairs("variant", ("set", "va = $k;", "optional_set(&va, $k);"),
            ("read", "if (auto *value = std::get_if<int>(&va)) $r = *value;", "if (va.full) $r = va.value;")),
    **pairs("array", ("copy", "$ar = $br;", "$ar = $br;"), ("set", "$ar[$j] = $k;", "$ar.e[$j] = $k;"), ("get", "$r = $ar[$j];", "$r = $ar.e[$j];"),
            ("make", "$ar = std::array<int, 3>{$k, $k, $k};", "$ar = (A){{$k, $k, $k}};"),
            ("by_value", "$r = last($ar);", "$r = last($ar);"), ("fill", "$ar.fill($k);", "$ar = (A){{$k, $k, $k}};")),
    **pairs("pair", ("make", "pair = std::make_pair($k, $j);", "pair = (P){$k, $j};"), ("first", "$r = pair.first;", "$r = pair.first;"),
            ("second", "pair.second = $k;", "pair.second = $k;"),
            ("copy", "{ auto [a, b] = pair; $r = (a + b) & 3; }", "{ P copy = pair; $r = (copy.first + copy.second) & 3; }")),
    **pairs("shared_ptr", ("make", "sp = std::make_shared<int>($k);", "pointer_make(&sp, $k);"), ("reset", "sp.reset();", "sp.full = 0;"),
            ("read", "{ auto copy = sp; if (copy) $r = *copy; }", "$r = shared_read(&sp, $r);"),
            ("write", "{ auto copy = sp; if (copy) *copy = $k; }", "shared_write(&sp, $k);"),
            ("is", "$r = sp != nullptr;", "$r = sp.full;")),
    **pairs("unique_ptr", ("make", "up = std::make_unique<int>($k);", "pointer_make(&up, $k);"), ("reset", "up.reset();", "up.full = 0;"),
            ("read", "if (up) $r = *up;", "if (up.full) $r = up.value;"), ("write", "if (up) *up = $k;", "if (up.full) up.value = $k;"),
            ("move", "{ auto taken = std::move(up); if (taken) $r = *taken; }", "{ int was = up.full; up.full = 0; if (was) $r = up.value; }")),
    **pairs("function", ("set", "f = [] { return $k; };", "f = $k;"), ("call", "$r = f ? f() : 0;", "$r = f;")),
    **pairs("stream", ("put", "out << $k;", "out++;"), ("size", "$r = out.str().size();", "$r = out;")),
}

CONTAINERS = ["map", "map", "set", "table", "vector", "vector", "list", "deque", "string", "view", "optional", "variant", "array", "pair",
              "shared_ptr", "unique_ptr", "function", "stream", "struct", "struct"]
OTHERS = ["atomic", "spawn", "latch", "captured", "own", "cv", "cv", "once", "sem", "promise"]
SECTIONS = ["guard", "guard", "unique", "deferred", "throwing"]

C_INCLUDES = ["#define _GNU_SOURCE"] + [f"#include <{name}.h>" for name in ["assert", "pthread", "semaphore", "stdlib", "time"]]
CPP_HEADERS = {"array": ["std::array"], "atomic": ["std::atomic"], "chrono": ["std::chrono"], "condition_variable": ["cv"],
               "deque": ["std::deque"], "functional": ["std::function"], "future": ["std::async", "std::promise"], "latch": ["latch"], "list": ["std::list"],
               "map": ["std::map"], "memory": ["std::make_unique", "std::unique_ptr", "std::shared_ptr"],
               "mutex": ["mu0", "mu1", "tm", "sm", "once"], "numeric": ["std::accumulate"], "optional": ["std::optional"],
               "semaphore": ["sem0"], "set": ["std::set"], "shared_mutex": ["sm"], "sstream": ["out"], "string": ["std::string"],
               "string_view": ["std::string_view"], "unordered_map": ["std::unordered_map"], "utility": ["std::swap", "std::pair"],
               "variant": ["std::variant"], "vector": ["std::vector"]}
ORDERS = ["seq_cst", "seq_cst", "relaxed", "weaker"]

C_SET_UP = [("sem0", "sem_init(&sem0, 0, 0);")]

C_DECLARATIONS = [
    (["touch"], "static void touch(int v) { (void)v; }"),
    (["x"], "int x;"), (["y"], "int y;"), (["a0"], "int a0;"), (["captured"], "int captured;"), (["own"], "static _Thread_local int own;"),
    *[([f"given{i}"], f"int given{i};") for i in range(3)],
    (["mu0"], "pthread_mutex_t mu0;"), (["mu1"], "pthread_mutex_t mu1;"), (["tm"], "pthread_mutex_t tm;"),
    (["sm"], "pthread_rwlock_t sm;"), (["cv"], "pthread_cond_t cv;"), (["sem0"], "sem_t sem0;"),
    (["future"], "static const struct timespec future = {4000000000, 0};"),
    (["once"], "pthread_once_t once;"), (["initialise"], "static void initialise(void) { x = 1; }"),
    (["instance"], "static pthread_once_t made; static int value; static void make_it(void) { x = 2; value = 1; }"),
    (["instance"], "static int instance(void) { pthread_once(&made, make_it); return value; }"),
    (["use"], "static void *use(void *l) { *(int *)l = x; return 0; }"), (["give"], "static void *give(void *l) { x = *(int *)l; return 0; }"),
    (["set_one"], "static void *set_one(void *l) { *(int *)l = 1; return 0; }"),
    (["latch"], "struct latch { pthread_mutex_t m; pthread_cond_t c; int left; } latch = {.left = 2};"),
    (["latch_down"], "static void latch_down(void) { pthread_mutex_lock(&latch.m); latch.left--; pthread_cond_broadcast(&latch.c); "
     "pthread_mutex_unlock(&latch.m); }"),
    (["latch_wait"], "static void latch_wait(void) { pthread_mutex_lock(&latch.m); while (latch.left > 0) "
     "pthread_cond_wait(&latch.c, &latch.m); pthread_mutex_unlock(&latch.m); }"),
    (["promised"], "struct promise { pthread_mutex_t m; pthread_cond_t c; int set, value; } promised;"),
    (["set_promise"], "static void set_promise(struct promise *p, int k) { p->value = k; pthread_mutex_lock(&p->m); p->set = 1; "
     "pthread_cond_broadcast(&p->c); pthread_mutex_unlock(&p->m); }"),
    (["get_promise"], "static int get_promise(struct promise *p) { pthread_mutex_lock(&p->m); while (!p->set) "
     "pthread_cond_wait(&p->c, &p->m); pthread_mutex_unlock(&p->m); return p->value; }"),
    (["S"], "typedef struct { int a; int b[3]; } S;"), (["g0"], "S g0;"), (["g1"], "S g1;"),
    (["add"], "static S add(S v, S w) { v.a = (v.a + w.a) & 3; v.b[2] = (v.b[2] + w.b[2]) & 3; return v; }"),
    (["sum"], "static int sum(S v) { return (v.a + v.b[2]) & 3; }"),
    (["make"], "static S make(int k) { S v = {k, {0, 0, k}}; return v; }"),
    # shape: stands for the links between the nodes of a tree or table; root: the word with which every search begins
    (["tree"], "struct tree { int count, root, shape, has[4], value[4]; };"),
    (["tree_has"], "static int tree_has(struct tree *t, int k) { touch(t->root); if (POSSIBLE) touch(t->shape); return t->has[k]; }"),
    (["tree_insert"], "static int tree_insert(struct tree *t, int k, int v) { if (tree_has(t, k)) return 0; "
     "if (t->count == 0) t->root = 1; if (POSSIBLE) t->shape = 1; t->has[k] = 1; t->count++; t->value[k] = v; return 1; }"),
    (["tree_set"], "static void tree_set(struct tree *t, int k, int v) { if (!tree_insert(t, k, v)) t->value[k] = v; }"),
    (["tree_erase"], "static void tree_erase(struct tree *t, int k) { if (!tree_has(t, k)) { "
     "if (POSSIBLE) { t->root = t->root; t->count = t->count; t->shape = 0; } return; } "  # erasing from an empty tree may clear it
     "t->has[k] = 0; t->value[k] = 0; if (--t->count == 0) t->root = 0; if (POSSIBLE) t->shape = 0; }"),
    (["tree_clear"], "static void tree_clear(struct tree *t) { t->root = 0; t->shape = 0; t->count = 0; "
     "for (int k = 1; k < 4; k++) t->has[k] = t->value[k] = 0; }"),
    (["tree_sum"], "static int tree_sum(struct tree *t) { int sum = 0; if (POSSIBLE) touch(t->shape + t->root + t->count); "
     "for (int k = 1; k < 4; k++) if (t->has[k]) sum = (sum + t->value[k]) & 3; return sum; }"),
    (["table_has"], "static int table_has(struct tree *t, int k) { touch(t->root); if (POSSIBLE) touch(t->shape + t->count); return t->has[k]; }"),
    (["table_insert"], "static int table_insert(struct tree *t, int k, int v) { if (table_has(t, k)) return 0; "
     "if (t->root == 0) t->root = 1; if (POSSIBLE) t->shape = 1; t->has[k] = 1; t->count++; t->value[k] = v; return 1; }"),
    (["table_set"], "static void table_set(struct tree *t, int k, int v) { if (!table_insert(t, k, v)) t->value[k] = v; }"),
    (["table_erase"], "static void table_erase(struct tree *t, int k) { if (!table_has(t, k)) return; "
     "t->has[k] = 0; t->value[k] = 0; t->count--; if (POSSIBLE) t->shape = 0; }"),
    (["table_clear"], "static void table_clear(struct tree *t) { if (POSSIBLE) touch(t->root); t->shape = 0; t->count = 0; "
     "for (int k = 1; k < 4; k++) t->has[k] = t->value[k] = 0; }"),
    (["m"], "struct tree m;"), (["set"], "struct tree set;"), (["u"], "struct tree u;"),
    (["vector"], "struct vector { int begin, end, room, value[8]; };"), (["v"], "struct vector v;"),
    (["vector_size"], "static int vector_size(struct vector *v) { touch(v->begin); return v->end; }"),
    (["vector_place"], "static int *vector_place(struct vector *v, int i) { touch(v->begin); return &v->value[i]; }"),
    (["vector_at"], "static int vector_at(struct vector *v, int i) { touch(v->begin); return v->value[i]; }"),
    (["vector_grow"], "static void vector_grow(struct vector *v, int room) { touch(v->begin); "
     "for (int i = 0; i < v->end; i++) v->value[i] = v->value[i]; v->begin = 1; v->room = room; v->end = v->end; }"),
    (["vector_push"], "static void vector_push(struct vector *v, int k) { if (v->end == v->room) vector_grow(v, v->room ? 2 * v->room : 1); "
     "v->value[v->end] = k; v->end++; }"),
    (["vector_reserve"], "static void vector_reserve(struct vector *v) { touch(v->begin); if (v->room < 8) vector_grow(v, 8); }"),
    (["vector_sum"], "static int vector_sum(struct vector *v) { int sum = 0; touch(v->begin); "
     "for (int i = 0, end = v->end; i < end; i++) sum = (sum + v->value[i]) & 3; return sum; }"),
    (["list"], "struct list { int size, tail, link[9], value[8]; } list;"),
    (["list_push"], "static void list_push(struct list *l, int k) { int n = l->size; l->value[n] = k; l->link[n] = 1; l->tail = n; l->size = n + 1; }"),
    (["list_sum"], "static int list_sum(struct list *l) { int sum = 0; for (int i = 0; l->link[i]; i++) sum = (sum + l->value[i]) & 3; return sum; }"),
    (["list_clear"], "static void list_clear(struct list *l) { for (int i = 0; l->link[i]; i++) l->link[i] = l->value[i] = 0; "
     "l->link[0] = 0; l->tail = 0; l->size = 0; }"),
    (["d"], "struct deque { int begin, end, value[8]; } d;"),
    (["deque_size"], "static int deque_size(struct deque *d) { return d->end - d->begin; }"),
    (["s"], "struct string { int place, size; char text[16]; } s;"),
    (["string_push"], "static void string_push(struct string *s) { touch(s->place); int n = s->size; s->text[n] = 'a'; s->text[n + 1] = 0; s->size = n + 1; }"),
    (["string_at"], "static int string_at(struct string *s, int i) { touch(s->place); return s->text[i]; }"),
    (["string_assign"], "static void string_assign(struct string *s) { touch(s->place); if (POSSIBLE) touch(s->size); "
     "s->text[0] = 'b'; s->text[1] = 0; s->size = 1; }"),
    (["string_clear"], "static void string_clear(struct string *s) { touch(s->place); s->text[0] = 0; s->size = 0; }"),
    (["string_copy"], "static int string_copy(struct string *s) { touch(s->place); int n = s->size; "
     "for (int i = 0; i < n + POSSIBLE; i++) touch(s->text[i]); return n; }"),
    (["string_is_b"], "static int string_is_b(struct string *s) { if (POSSIBLE) touch(s->place + s->text[0]); "
     "return s->size == 1 && s->text[0] == 'b'; }"),
    (["V"], "typedef struct { int start, size; } V;"), (["view"], "V view = {0, 2};"), (["length"], "static int length(V v) { return v.size; }"),
    (["optional"], "struct optional { int full, value; };"), (["o"], "struct optional o;"), (["va"], "struct optional va;"),
    (["optional_set"], "static void optional_set(struct optional *o, int k) { int was = o->full; o->value = k; if (!was) o->full = 1; }"),
    (["optional_copy"], "static int optional_copy(struct optional *o) { if (POSSIBLE) touch(o->value); return o->full ? o->value : 0; }"),
    (["A"], "typedef struct { int e[3]; } A;"), (["ar"], "A ar;"), (["br"], "A br;"), (["last"], "static int last(A a) { return a.e[2]; }"),
    (["P"], "typedef struct { int first, second; } P;"), (["pair"], "P pair;"),
    (["pointer"], "struct pointer { int full, references, value; };"), (["sp"], "struct pointer sp;"), (["up"], "struct pointer up;"),
    (["pointer_make"], "static void pointer_make(struct pointer *p, int k) { touch(p->full); p->full = 1; p->value = k; }"),
    (["shared_read"], "static int shared_read(struct pointer *p, int r) { if (!p->full) return r; "
     "__atomic_fetch_add(&p->references, 1, __ATOMIC_ACQ_REL); r = p->value; __atomic_fetch_sub(&p->references, 1, __ATOMIC_ACQ_REL); "
     "return r; }"),
    (["shared_write"], "static void shared_write(struct pointer *p, int k) { if (!p->full) return; "
     "__atomic_fetch_add(&p->references, 1, __ATOMIC_ACQ_REL); p->value = k; __atomic_fetch_sub(&p->references, 1, __ATOMIC_ACQ_REL); }"),
    (["f"], "int f;"), (["out"], "int out;"),
]

CPP_DECLARATIONS = [
    (["x"], "int x;"), (["y"], "int y;"), (["a0"], "std::atomic<int> a0;"), (["own"], "thread_local int own;"),
    (["mu0"], "std::mutex mu0;"), (["mu1"], "std::mutex mu1;"), (["tm"], "std::timed_mutex tm;"), (["sm"], "std::shared_mutex sm;"),
    (["cv"], "std::condition_variable cv;"), (["sem0"], "std::counting_semaphore<8> sem0{0};"), (["once"], "std::once_flag once;"),
    (["latch"], "std::latch latch{2};"),
    (["instance"], "static int initial() { x = 2; return 1; }"),
    (["instance"], "static int instance() { static int value = initial(); return value; }"),
    (["promised", "awaited"], "std::promise<int> promised;"), (["awaited"], "std::future<int> awaited = promised.get_future();"),
    (["S", "g0", "g1"], "struct S { int a; int b[3]; S operator+(S w) const { S v = *this; v.a = (v.a + w.a) & 3; v.b[2] = (v.b[2] + w.b[2]) & 3; "
     "return v; } int sum() const { return (a + b[2]) & 3; } static S make(int k) { return {k, {0, 0, k}}; } };"),
    (["g0"], "S g0;"), (["g1"], "S g1;"), (["total"], "static int total(S v) { return (v.a + v.b[2]) & 3; }"),
    (["m"], "std::map<int, int> m;"), (["set"], "std::set<int> set;"), (["u"], "std::unordered_map<int, int> u;"),
    (["v"], "std::vector<int> v;"), (["list"], "std::list<int> list;"), (["d"], "std::deque<int> d;"), (["s"], "std::string s;"),
    (["view"], "std::string_view view = \"ok\";"), (["length"], "static int length(std::string_view v) { return v.size(); }"),
    (["o"], "std::optional<int> o;"), (["va"], "std::variant<std::monostate, int> va;"), (["ar"], "std::array<int, 3> ar;"),
    (["br"], "std::array<int, 3> br;"), (["last"], "static int last(std::array<int, 3> a) { return a[2]; }"),
    (["pair"], "std::pair<int, int> pair;"), (["sp"], "std::shared_ptr<int> sp;"), (["up"], "std::unique_ptr<int> up;"),
    (["f"], "std::function<int()> f;"), (["out"], "std::ostringstream out;"),
]


def write(program):
    """The twins, and the program."""
    twins = []
    for possible in (0, 1):
        includes = [*C_INCLUDES, f"#define POSSIBLE {possible}"]
        twins.append(write_c(program, KINDS, {}, C_DECLARATIONS, includes, C_SET_UP))
    return twins, write_cpp(program, KINDS, {}, CPP_DECLARATIONS, CPP_HEADERS)


class Draw:
    def __init__(self, rng):
        self.rng = rng
        self.known = set()
        self.held = False
        self.promised = self.awaited = False
        self.containers, self.others = [], []
        self.locked = self.shared_lock = False
        self.downs = 0   # the number of times that the latch is counted down
        self.pushes = 0  # the number of elements for which containers still have room

    def percent(self, chance):
        return self.rng.randrange(100) < chance

    def one(self, *choices):
        return choices[self.rng.randrange(len(choices))]

    def stmt(self, kind, body=None, **args):
        args.setdefault("r", self.one("r0", "r1"))
        args.setdefault("k", self.rng.randrange(3) if kind.startswith(("assert", "if")) else 1 + self.rng.randrange(2))
        args.setdefault("j", self.rng.randrange(2) + (1 if kind.startswith(("map", "table")) else 0))
        args.setdefault("x", self.one("x", "y"))
        args.setdefault("o", 0 if self.percent(85) else 1)
        args.setdefault("g", self.one("g0", "g0", "g1"))
        args.setdefault("h", self.one("g0", "g1"))
        args.setdefault("ar", self.one("ar", "ar", "br"))
        args.setdefault("br", self.one("ar", "br"))
        for name, weaker in (("load", "acquire"), ("store", "release"), ("both", "acq_rel")):
            order = self.one(*ORDERS)
            order = weaker if order == "weaker" else order
            args[name], args["c" + name] = f"std::memory_order_{order}", f"__ATOMIC_{order.upper()}"
        kinds = KINDS[kind]
        template = " ".join([kinds.c, kinds.cpp, kinds.close, kinds.close_cpp])
        if "$r" in template and not kind.startswith(("assert", "if")):
            self.known.add(args["r"])
        return Stmt(kind, {name: value for name, value in args.items() if "$" + name in template}, body or [])

    def look(self):
        return [self.stmt(self.one("assert", "assert_not"), r=self.one(*sorted(self.known)))]

    def of(self, name):
        """A statement about that container or feature."""
        if name == "promise":
            return self.promise()
        kinds = [kind for kind in KINDS if kind.startswith(name + "_")]
        kind = self.one(*kinds)
        if kind.endswith(("_push", "_put")):
            self.pushes -= 1
            if self.pushes < 0:
                kind = name + "_size"
        if kind == "latch_down":
            self.downs += 1
            if self.downs > 2:
                kind = "latch_wait"
        if name == "view" and kind == "view_shorter":
            self.pushes -= 2  # so that the container does not become shorter than empty
            if self.pushes < 0:
                kind = "view_size"
        return [self.stmt(kind)]

    def promise(self):
        """A promise is fulfilled once, and its future is read once."""
        if not self.promised and self.percent(60):
            self.promised = True
            return [self.stmt("promise_set")]
        if not self.awaited:
            self.awaited = True
            return [self.stmt("promise_get")]
        return self.of("plain")

    def section(self, body):
        """A critical section. Most shared data is protected, but sometimes by a wrong lock or by another kind of lock."""
        if self.shared_lock:
            return [self.stmt("exclusive" if self.percent(75) else "shared", body=body)]
        if self.percent(6):
            return [self.stmt(self.one("try", "scoped", "timed"), body=body)]
        return [self.stmt(self.one(*SECTIONS), o=0 if self.percent(93) else 1, body=body)]

    def statement(self, depth=0):
        if self.known and self.percent(30):
            return self.look()
        pick = self.rng.randrange(100)
        if pick < 55 or depth > 0:
            body = self.of(self.one(*self.containers))
        elif pick < 80 and self.others:
            other = self.one(*self.others)
            body = self.of(other)
            if other in ("atomic", "own", "cv", "sem", "promise", "captured", "spawn", "latch"):
                return body
        else:
            body = self.of("plain")
        if depth == 0 and self.locked and not self.percent(8):
            if self.percent(40):
                body += self.statement(1)
            return self.section(body)
        return body

    def thread(self, budget):
        self.known = set()
        block = []
        while len(block) < budget:
            block += self.statement()
        return block

    def program(self):
        self.containers = [self.one(*CONTAINERS) for _ in range(2 if self.percent(30) else 1)]
        self.others = [self.one(*OTHERS)] if self.percent(45) else []
        self.locked, self.shared_lock = self.percent(70), self.percent(12)
        self.pushes = 5 if "view" not in self.containers else 3
        count = 3 if self.percent(20) else 2
        prologue = []
        for name in sorted(set(self.containers)):
            if name == "vector" and self.percent(50):
                prologue += [self.stmt("vector_reserve")]
            if self.percent(50):
                prologue += self.of(name)
        threads = [self.thread(1 + self.rng.randrange(3 if count == 2 else 2)) for _ in range(count)]
        self.known = set()
        check = []
        if self.percent(60):
            check = self.of(self.containers[0])
            check += self.look() if self.known else []
        return Program("c++", threads, prologue, check, self.percent(40), "join",
                       [self.one("thread", "thread", "jthread", "async", "argument") for _ in range(count)])


def draw(seed, index):
    return Draw(random.Random(f"c++ {seed} {index}")).program()
