"""Random C programs: structs by value, objects whose lifetimes end while other threads may use them, locks inside such objects, thread-local
variables, conditions with several waiters, timed waits. Most follow the idioms of real programs, with occasional mistakes: a pointer
that is not withdrawn, a `signal` for two waiters, an `if` instead of a `while`.

Each program draws a few features and uses only those. No value is used uninitialised, loops only wait, and numbers stay small, so
that all interleavings can be explored."""

import random

from tree import Kind, Program, Stmt, write_c

# Structs by name: the declarations of the fields, and the first and the last number in the struct.
STRUCTS = {
    "4": ("int a;", "a", "a"),
    "8": ("int a, b;", "a", "b"),
    "12": ("int a, b, c;", "a", "c"),
    "16": ("double a, b;", "a", "b"),
    "mixed": ("int a; float b; long c;", "a", "c"),
    "24": ("long a; int b[4];", "a", "b[3]"),
    "nested": ("int a; struct { int b; struct { short c[3]; } d[2]; } e; long f;", "a", "f"),
    "200": ("int a[50];", "a[0]", "a[49]"),
}

NODE = "struct node { pthread_mutex_t m; pthread_cond_t c; sem_t s; int v; };"
IF_NODE = "{ struct node *q = n; if (q) "
IF_POINTER = "{ int *q = p; if (q) "

KINDS = {
    "load": Kind("$r = $x;"),
    "store": Kind("$x = $k;"),
    "count": Kind("$x = ($x + 1) & 3;"),
    "atomic_load": Kind("$r = __atomic_load_n(&$x, $load);"),
    "atomic_store": Kind("__atomic_store_n(&$x, $k, $store);"),
    "atomic_add": Kind("$r = __atomic_fetch_add(&$x, 1, $both);"),
    "if": Kind("if ($r == $k) {", close="}"),
    "assert": Kind("assert($r == $k && $id >= 0);"),
    "assert_not": Kind("assert($r != $k && $id >= 0);"),
    "assert_same": Kind("assert(r0 == r1 && $id >= 0);"),
    "call": Kind("outlined_$id();", outlined=True),
    "block": Kind("{", close="}"),
    # Locks.
    "lock": Kind("pthread_mutex_lock(&m$o);"),
    "unlock": Kind("pthread_mutex_unlock(&m$o);"),
    "section": Kind("pthread_mutex_lock(&m$o); {", close="} pthread_mutex_unlock(&m$o);"),
    "post": Kind("sem_post(&$s);"),
    "take": Kind("sem_wait(&$s);"),
    # Conditions.
    "await": Kind("while ($x == $k) pthread_cond_wait(&c$o, &m$o);"),
    "await_once": Kind("if ($x == $k) pthread_cond_wait(&c$o, &m$o);"),
    "await_timed": Kind("if ($x == $k) $r = pthread_cond_timedwait(&c$o, &m$o, &$deadline);"),
    "await_timed_again": Kind("while ($x == $k && ($r = pthread_cond_timedwait(&c$o, &m$o, &$deadline)) == 0);"),
    "signal": Kind("pthread_cond_signal(&c$o);"),
    "broadcast": Kind("pthread_cond_broadcast(&c$o);"),
    # Timed.
    "timed_lock": Kind("$r = pthread_mutex_timedlock(&m$o, &$deadline);"),
    "timed_section": Kind("if (pthread_mutex_timedlock(&m$o, &$deadline) == 0) {", close="pthread_mutex_unlock(&m$o); }"),
    "timed_take": Kind("$r = sem_timedwait(&$s, &$deadline) != 0;"),
    "timed_read": Kind("if (pthread_rwlock_timedrdlock(&w, &$deadline) == 0) {", close="pthread_rwlock_unlock(&w); }"),
    "timed_write": Kind("if (pthread_rwlock_timedwrlock(&w, &$deadline) == 0) {", close="pthread_rwlock_unlock(&w); }"),
    "write_section": Kind("pthread_rwlock_wrlock(&w); {", close="} pthread_rwlock_unlock(&w);"),
    "read_section": Kind("pthread_rwlock_rdlock(&w); {", close="} pthread_rwlock_unlock(&w);"),
    "slept": Kind("$r = slept();"),
    "waited": Kind("$r = waited(&c$o, &m$o);"),
    # Locks as objects.
    "again": Kind("pthread_mutex_lock(&m$o);"),
    "mutex_init": Kind("pthread_mutex_init(&m$o, 0);"),
    "mutex_destroy": Kind("pthread_mutex_destroy(&m$o);"),
    "mutex_wipe": Kind("memset(&m$o, 0, sizeof m$o);"),
    "cond_init": Kind("pthread_cond_init(&c$o, 0);"),
    "cond_destroy": Kind("pthread_cond_destroy(&c$o);"),
    "sem_init": Kind("sem_init(&$s, 0, $j);"),
    "sem_destroy": Kind("sem_destroy(&$s);"),
    "rw_destroy": Kind("pthread_rwlock_destroy(&w);"),
    # Structs by value.
    "s_copy": Kind("$g = $h;"),
    "s_change": Kind("$g = change($h);"),
    "s_change_twice": Kind("$g = change(change($h));"),
    "s_make": Kind("$g = make($k);"),
    "s_add": Kind("$g = add($g, $h);"),
    "s_sum": Kind("$r = sum($g);"),
    "s_three": Kind("$r = three($g, $h, $g);"),
    "s_chain": Kind("$r = sum(change($g));"),
    "s_field_of_result": Kind("$r = (int)change($g).$first;"),
    "s_pointer": Kind("$g = (*changer)($h);"),
    "s_choose": Kind("$g = r0 ? $g : $h;"),
    "s_literal": Kind("$g = (T){$k};"),
    "s_local": Kind("{ T l = $g; $r = (int)l.$last; }"),
    "s_local_back": Kind("{ T l = $g; l.$first = $k; $g = l; }"),
    "s_swap": Kind("{ T l = $g; $g = $h; $h = l; }"),
    "s_assign": Kind("assign(&$g, $h);"),
    "s_first": Kind("$r = (int)$g.$first;"),
    "s_last": Kind("$r = (int)$g.$last;"),
    "s_set_first": Kind("$g.$first = $k;"),
    "s_set_last": Kind("$g.$last = $k;"),
    "s_array_in": Kind("array[$k] = $g;"),
    "s_array_out": Kind("$g = array[$k];"),
    # An index may leave a member or a row, and stay in the struct.
    "s_index_set": Kind("rows.a[r0] = $k;"),
    "s_index_get": Kind("r1 = rows.c[r0 & 1][r1];"),
    "s_index_copy": Kind("rows.d[r0 & 1] = rows.d[r1];"),
    "s_copy_bytes": Kind("memcpy(&$g, &$h, sizeof $g);"),
    # Numbers that other threads access through p. The argument `withdraw` is code that runs before the lifetime of the number ends.
    "lend_local": Kind("{ int l = $k; p = &l;", close="$withdraw }"),
    "lend_array": Kind("{ int l[2] = {$k, $k}; p = l + 1;", close="$withdraw }"),
    "lend_sized": Kind("{ int l[r0 + 1]; l[0] = $k; p = l;", close="$withdraw }"),
    "lend_heap": Kind("{ int *l = malloc(sizeof *l); *l = $k; p = l;", close="$withdraw free(l); }"),
    "lend_heap_late": Kind("{ int *l = malloc(sizeof *l); *l = $k; p = l;", close="free(l); $withdraw }"),
    "lend_moved": Kind("{ int *l = malloc(sizeof *l); *l = $k; p = l; l = realloc(l, 4096);", close="$withdraw free(l); }"),
    "lend_loop": Kind("for (int i = 0; i < 2; i++) { int l = $k; p = &l;", close="$withdraw }"),
    "lend_frame": Kind("{ int *l = alloca(sizeof *l); *l = $k; p = l;", close="$withdraw }"),
    "lend_argument": Kind("{ int l = $k; pthread_t t; pthread_create(&t, 0, use, &l);", close="pthread_join(t, 0); }"),
    "lend_argument_detached": Kind("{ int l = $k; pthread_t t; pthread_create(&t, 0, use, &l);", close="pthread_detach(t); }"),
    "quit": Kind("pthread_exit(0);"),
    "lend_parameter": Kind("lend((T){$k});"),
    "lend_literal": Kind("p = (int[]){$k};"),
    "lend_own": Kind("own = $k; p = &own;"),
    "own_load": Kind("$r = own;"),
    "own_store": Kind("own = $k;"),
    "withdraw": Kind("p = 0;"),
    "peek": Kind(IF_POINTER + "$r = *q; }"),
    "poke": Kind(IF_POINTER + "*q = $k; }"),
    "peek_atomic": Kind(IF_POINTER + "$r = __atomic_load_n(q, $load); }"),
    "add_atomic": Kind(IF_POINTER + "__atomic_fetch_add(q, 1, $both); }"),
    "peek_late": Kind(IF_POINTER + "{ sched_yield(); $r = *q; } }"),
    # Nodes with locks: n points to them.
    "node_local": Kind("{ struct node l = {.v = $k}; sem_init(&l.s, 0, $j); n = &l;", close="$withdraw }"),
    "node_heap": Kind("{ struct node *l = calloc(1, sizeof *l); sem_init(&l->s, 0, $j); n = l;", close="$withdraw free(l); }"),
    "node_own": Kind("n = &own_node;"),
    "node_withdraw": Kind("n = 0;"),
    "node_section": Kind(IF_NODE + "{ pthread_mutex_lock(&q->m); q->v = $k; pthread_mutex_unlock(&q->m); } }"),
    "node_read": Kind(IF_NODE + "{ pthread_mutex_lock(&q->m); $r = q->v; pthread_mutex_unlock(&q->m); } }"),
    "node_try": Kind(IF_NODE + "if (pthread_mutex_trylock(&q->m) == 0) { $r = q->v; pthread_mutex_unlock(&q->m); } }"),
    "node_timed": Kind(IF_NODE + "if (pthread_mutex_timedlock(&q->m, &$deadline) == 0) pthread_mutex_unlock(&q->m); }"),
    "node_peek": Kind(IF_NODE + "$r = q->v; }"),
    "node_lock": Kind(IF_NODE + "pthread_mutex_lock(&q->m); }"),
    "node_post": Kind(IF_NODE + "sem_post(&q->s); }"),
    "node_take": Kind(IF_NODE + "sem_wait(&q->s); }"),
    "node_await": Kind(IF_NODE + "{ pthread_mutex_lock(&q->m); while (q->v == $k) pthread_cond_wait(&q->c, &q->m); "
                       "pthread_mutex_unlock(&q->m); } }"),
    "node_wake": Kind(IF_NODE + "{ pthread_mutex_lock(&q->m); q->v = $k; pthread_cond_signal(&q->c); "
                      "pthread_mutex_unlock(&q->m); } }"),
    "node_take_out": Kind("{ struct node *q = atomic_exchange(&n, 0); if (q) $r = q->v; }"),
}

DEADLINES = ["past", "future", "invalid"]
POINTER_WITHDRAWALS = ["p = 0;", "p = 0;", "p = 0; sem_wait(&done);", "sem_wait(&done);", ""]
NODE_WITHDRAWALS = ["n = 0;", "n = 0;", "n = 0; sem_wait(&done);", "sem_wait(&done);", ""]
LOCAL_NODE_WITHDRAWALS = NODE_WITHDRAWALS + ["n = 0; pthread_mutex_lock(&l.m); pthread_mutex_unlock(&l.m);",
                                             "sem_wait(&l.s); n = 0;", "n = 0; pthread_mutex_destroy(&l.m);"]

INCLUDES = ["#define _GNU_SOURCE"] + [f"#include <{name}.h>" for name in
                                      ["alloca", "assert", "pthread", "sched", "semaphore", "stdatomic", "stdlib", "string", "time", "unistd"]]
SET_UP = [("s0", "sem_init(&s0, 0, 0);"), ("done", "sem_init(&done, 0, 0);")]


def declarations(settings):
    fields, first, last = STRUCTS[settings["struct"]]
    return [
        (["x"], "int x;"), (["y"], "int y;"), (["w"], "pthread_rwlock_t w;"),
        (["m0"], "pthread_mutex_t m0;"), (["m1"], "pthread_mutex_t m1;"), (["c0"], "pthread_cond_t c0;"), (["c1"], "pthread_cond_t c1;"),
        (["s0"], "sem_t s0;"), (["done"], "sem_t done;"),
        (["past"], "static const struct timespec past = {1, 0};"),
        (["future"], "static const struct timespec future = {4000000000, 0};"),
        (["invalid"], "static const struct timespec invalid = {4000000000, 1000000000};"),
        (["before"], "static int before(struct timespec *a, struct timespec *b) { return a->tv_sec < b->tv_sec || "
         "(a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec); }"),
        (["slept"], "static int slept(void) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); usleep(1000); "
         "clock_gettime(CLOCK_MONOTONIC, &b); return before(&a, &b); }"),
        (["waited"], "static int waited(pthread_cond_t *c, pthread_mutex_t *m) { struct timespec a, b; clock_gettime(CLOCK_REALTIME, &a); "
         "a.tv_sec++; int error = pthread_cond_timedwait(c, m, &a); clock_gettime(CLOCK_REALTIME, &b); return !error || !before(&b, &a); }"),
        (["T"], f"typedef struct {{ {fields} }} T;"),
        (["g0"], "T g0;"), (["g1"], "T g1;"), (["array"], "T array[3];"),
        (["rows"], "struct { int a[2], b, c[2][3]; T d[2]; int e; } rows;"),
        (["p"], "int *_Atomic p;"), (["own"], "static _Thread_local int own;"),
        (["change", "changer"], f"static T change(T v) {{ v.{first} = ((int)v.{first} + 1) & 3; return v; }}"),
        (["changer"], "static T (*changer)(T) = change;"),
        (["make"], f"static T make(int k) {{ T v = {{0}}; v.{first} = k; v.{last} = k; return v; }}"),
        (["add"], f"static T add(T v, T w) {{ v.{last} = ((int)v.{last} + (int)w.{first}) & 3; return v; }}"),
        (["sum"], f"static int sum(T v) {{ return ((int)v.{first} + (int)v.{last}) & 3; }}"),
        (["three"], f"static int three(T u, T v, T w) {{ return ((int)u.{first} + (int)v.{last} + (int)w.{last}) & 3; }}"),
        (["assign"], "static void assign(T *to, T v) { *to = v; }"),
        (["use"], "static void *use(void *q) { *(int *)q = 1; return 0; }"),
        (["lend"], "static void lend(T v) { p = (int *)&v; p = 0; }"),
        (["node"], NODE), (["n"], "struct node *_Atomic n;"), (["own_node"], "static _Thread_local struct node own_node;"),
    ]


def write(program):
    """The text of the program, once for the judge and once for the compiler."""
    _, first, last = STRUCTS[program.settings["struct"]]
    text = write_c(program, KINDS, {"first": first, "last": last}, declarations(program.settings), INCLUDES, SET_UP)
    return [text], text


FEATURES = ["cross", "objects", "structs", "structs", "lend", "lend", "nodes", "nodes", "own", "waiters", "timed", "timed"]


class Draw:
    def __init__(self, rng):
        self.rng = rng
        self.features = set()
        self.known = set()  # registers that the thread being drawn has set
        self.held = False
        self.locked = False   # whether a lock protects most shared data
        self.careful = False  # whether the owner of an object waits for its users

    def percent(self, chance):
        return self.rng.randrange(100) < chance

    def one(self, *choices):
        return choices[self.rng.randrange(len(choices))]

    def stmt(self, kind, body=None, **args):
        """A statement. Arguments that are not given are chosen at random."""
        args.setdefault("r", self.one("r0", "r1"))
        args.setdefault("k", self.rng.randrange(2) if kind.startswith(("assert", "if")) else 1 + self.rng.randrange(2))
        args.setdefault("x", self.one("x", "y"))
        args.setdefault("o", 0 if "waiters" in self.features or self.percent(70) else 1)
        args.setdefault("s", "s0")
        args.setdefault("j", self.rng.randrange(2))
        args.setdefault("g", self.one("g0", "g0", "g1"))
        args.setdefault("h", self.one("g0", "g1"))
        args.setdefault("load", self.order("ACQUIRE"))
        args.setdefault("store", self.order("RELEASE"))
        args.setdefault("both", self.order("ACQ_REL"))
        args.setdefault("deadline", self.one("past", "past", "past", "future", "future", "invalid"))
        if kind == "s_copy_bytes":  # source and target must not overlap
            args["h"] = "g1" if args["g"] == "g0" else "g0"
        args.setdefault("withdraw", "")
        template = KINDS[kind].c + KINDS[kind].close
        if "$r" in template and not kind.startswith(("assert", "if")):
            self.known.add(args["r"])
        used = {name: value for name, value in args.items() if "$" + name in template}
        return Stmt(kind, used, body or [])

    def order(self, weaker):
        return "__ATOMIC_" + ("SEQ_CST" if self.percent(70) else self.one("RELAXED", weaker))

    def look(self):
        r = self.one(*sorted(self.known))
        if len(self.known) == 2 and self.percent(20):
            return [self.stmt("assert_same")]
        if self.percent(25):
            return [self.stmt("if", r=r, body=self.statement(1))]
        return [self.stmt(self.one("assert", "assert", "assert_not"), r=r)]

    def plain(self):
        kinds = ["load", "load", "store", "count", "atomic_load", "atomic_store", "atomic_add"]
        return [self.stmt(self.one(*kinds))]

    def structs(self):
        kinds = [kind for kind in KINDS if kind.startswith("s_")]
        return [self.stmt(self.one(*kinds))]

    def section(self, depth):
        if self.held:
            return self.statement(depth + 1)
        self.held = True
        body = self.statement(depth + 1) + (self.statement(depth + 1) if self.percent(40) else [])
        self.held = False
        if self.percent(5):
            return [self.stmt("lock"), *body]
        return [self.stmt("section", body=body)]

    def lend(self, depth):
        if self.percent(45):
            user = self.stmt(self.one("peek", "poke", "peek_atomic", "add_atomic", "peek_late"))
            return [user, *self.maybe_done()]
        withdraw = self.withdrawal(POINTER_WITHDRAWALS)
        body = self.statement(depth + 1) if depth < 1 and self.percent(40) else []
        body += [self.stmt("quit")] if self.percent(4) else []
        kind = self.one("lend_local", "lend_local", "lend_array", "lend_sized", "lend_heap", "lend_heap_late", "lend_moved", "lend_loop",
                        "lend_frame", "lend_argument", "lend_argument_detached", "lend_parameter", "lend_literal")
        if KINDS[kind].has_body:
            block = [self.stmt(kind, withdraw=withdraw, body=body)]
        else:
            block = [self.stmt(kind), *([self.stmt("withdraw")] if self.percent(60) else [])]
        return [self.stmt("call", body=block)] if depth < 1 and self.percent(30) else block

    def maybe_done(self):
        return [self.stmt("post", s="done")] if self.percent(95 if self.careful else 40) else []

    def withdrawal(self, choices):
        if self.careful and self.percent(93):
            return self.one(*[choice for choice in choices if "sem_wait(&done)" in choice])
        return self.one(*choices)

    def own(self, _depth):
        """Thread-local variables that other threads access."""
        return self.one([self.stmt("lend_own")], [self.stmt("lend_own"), self.stmt("own_load")],
                        [self.stmt("lend_own"), self.stmt("withdraw")], [self.stmt("own_store")], [self.stmt("own_load")],
                        [self.stmt("lend_own"), self.stmt("take", s="done")],
                        [self.stmt(self.one("peek", "poke", "add_atomic")), *self.maybe_done()],
                        [self.stmt("node_own")], [self.stmt(self.one("node_section", "node_post"))])

    def nodes(self, depth):
        if self.percent(50):
            kinds = ["node_section", "node_section", "node_read", "node_try", "node_timed", "node_peek", "node_post", "node_take",
                     "node_await", "node_wake", "node_take_out", "node_lock"]
            return [self.stmt(self.one(*kinds)), *self.maybe_done()]
        if self.percent(10):
            return [self.stmt("node_own"), *([self.stmt("node_withdraw")] if self.percent(50) else [])]
        kind = self.one("node_local", "node_local", "node_heap")
        withdraw = self.withdrawal(LOCAL_NODE_WITHDRAWALS if kind == "node_local" else NODE_WITHDRAWALS)
        body = self.nodes(depth + 1)[:1] if depth < 1 and self.percent(25) else []
        block = [self.stmt(kind, withdraw=withdraw, body=body)]
        return [self.stmt("call", body=block)] if depth < 1 and self.percent(30) else block

    def waiters(self, _depth):
        """Tokens are counted in x, under m0; a waiting thread takes one."""
        if self.percent(55):
            wait = self.one("await", "await", "await", "await_once", "await_timed", "await_timed_again")
            inside = [self.stmt(wait, x="x", k=0, o=0)]
            inside += [self.stmt("store", x="x", k=0)] if self.percent(50) else [self.stmt("load", x="x")] if self.percent(50) else []
        else:
            inside = [] if self.percent(10) else [self.stmt("store", x="x")]
            inside += [self.stmt(self.one("signal", "signal", "broadcast"), o=0)] * (2 if self.percent(15) else 1)
            inside = [Stmt(s.kind, dict(s.args)) for s in inside]
        return [self.stmt("section", o=0, body=inside)]

    def timed(self, depth):
        pick = self.rng.randrange(9)
        if pick == 8:
            r = self.one("r0", "r1")
            return [self.stmt("slept", r=r) if self.percent(50) else self.stmt("section", o=0, body=[self.stmt("waited", o=0, r=r)]),
                    self.stmt("assert", r=r, k=1)]
        if pick == 0:
            return [self.stmt("timed_lock"), self.stmt("if", r="r0", k=0, body=[self.stmt("unlock")])]
        if pick < 3:
            return [self.stmt("timed_section", body=self.plain())]
        if pick < 5:
            return [self.stmt(self.one("timed_take", "timed_take", "post", "take"))]
        if pick == 5:
            return [self.stmt(self.one("timed_read", "timed_write", "write_section", "read_section"), body=self.plain())]
        if pick == 6:
            return [self.stmt("section", o=0, body=[self.stmt(self.one("await_timed", "await_timed_again"), x="x", k=0, o=0)])]
        return self.section(depth)

    def cross(self, depth):
        """Nested locks, in either order, or one lock twice."""
        outer, inner = self.one((0, 1), (1, 0), (0, 1))
        if self.held or depth > 0 or self.percent(20):
            return self.plain()
        inside = self.stmt("section", o=inner, body=self.plain()) if self.percent(90) else self.stmt("again", o=outer)
        return [self.stmt("section", o=outer, body=[inside])]

    def objects(self, depth):
        """Locks that are initialised, destroyed or overwritten, possibly while other threads use them."""
        if self.percent(60):
            return self.section(depth)
        return [self.stmt(self.one("mutex_init", "mutex_destroy", "mutex_wipe", "cond_init", "cond_destroy", "sem_init", "sem_destroy",
                                   "rw_destroy", "post", "take", "read_section", "signal"), o=0)]

    def statement(self, depth=0):
        if self.known and self.percent(30) and depth < 2:
            return self.look()
        if depth > 1:
            return self.plain()
        feature = self.one(*sorted(self.features)) if not self.percent(15) else "plain"
        if feature not in ("plain", "structs"):
            return getattr(self, feature)(depth) if not self.percent(10) else self.section(depth)
        accesses = self.structs if feature == "structs" else self.plain
        if not self.locked or self.held or self.percent(7):
            return accesses()
        body = accesses() + (accesses() if self.percent(30) else [])
        return [self.stmt("section", o=0 if self.percent(95) else 1, body=body)]

    def thread(self, budget):
        self.known = set()
        block = []
        while len(block) < budget:
            block += self.statement()
        return block

    def program(self):
        self.settings = {"struct": self.one(*STRUCTS)}
        self.features = {self.one(*FEATURES)} | ({self.one(*FEATURES)} if self.percent(40) else set())
        self.locked, self.careful = self.percent(70), self.percent(50)
        count = 3 if "waiters" in self.features or self.percent(15) else 2
        threads = [self.thread(1 + self.rng.randrange(3 if count == 2 else 2)) for _ in range(count)]
        self.known = set()
        program = Program("c", threads, settings=self.settings, main_is_last=self.percent(75 if count == 3 else 40))
        program.finish = "join" if self.percent(80) else self.one("return", "exit")
        if "structs" in self.features and self.percent(40):
            program.prologue = [self.stmt("s_make")]
        if program.finish == "join" and self.percent(60):
            program.check = self.structs() if "structs" in self.features else [self.stmt("load", x="x")]
            if self.known:
                program.check += [self.stmt(self.one("assert", "assert_not"), r=sorted(self.known)[0])]
        return program


def draw(seed, index):
    return Draw(random.Random(f"c {seed} {index}")).program()
