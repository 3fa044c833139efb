"""Small concurrent programs as trees of statements, and their text.

Every statement has a kind; a kind has a template for C, and one for C++ if programs are written in both languages. Each statement is one
line of each text, so that a line of one text can be found in the other: `Text.ids` has the statement of each line. Declarations are
written only if they are used, so that shrunk programs lose them automatically."""

import copy
import dataclasses
import re
import string


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of statement. `close`: the line that ends the statement's body. `outlined`: the body is a function, which the statement
    calls. In templates, $name is an argument of the statement, and $id is its number."""
    c: str
    cpp: str = ""
    close: str = ""
    close_cpp: str = ""
    outlined: bool = False

    @property
    def has_body(self):
        return bool(self.close) or self.outlined


@dataclasses.dataclass
class Stmt:
    kind: str
    args: dict = dataclasses.field(default_factory=dict)
    body: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Program:
    language: str                                   # "c" or "c++"
    threads: list                                   # the blocks of the threads
    prologue: list = dataclasses.field(default_factory=list)  # the statements of main before it starts threads
    check: list = dataclasses.field(default_factory=list)     # the statements of main after the threads
    main_is_last: bool = False                      # main itself is the last thread
    finish: str = "join"                            # or "return", "exit" (C)
    styles: list = dataclasses.field(default_factory=list)    # C++: for each thread, the key of the way to start it
    settings: dict = dataclasses.field(default_factory=dict)  # values that declarations contain

    def blocks(self):
        return [self.prologue, *self.threads, self.check]

    def copy(self):
        return copy.deepcopy(self)

    def created(self):
        return len(self.threads) - (1 if self.main_is_last and self.threads else 0)


def statements(block):
    for stmt in block:
        yield stmt
        yield from statements(stmt.body)


def size(program):
    return sum(1 for block in program.blocks() for _ in statements(block))


class Text:
    """Lines, and the statement of each line (None: the line belongs to no statement)."""

    def __init__(self):
        self.lines, self.ids = [], [None]  # lines count from 1

    def add(self, line, stmt=None):
        self.lines.append(line)
        self.ids.append(stmt)

    def extend(self, other):
        self.lines += other.lines
        self.ids += other.ids[1:]

    def mentions(self, name):
        word = re.compile(r"(?<![\w.>])" + re.escape(name) + r"(?!\w)")
        return any(word.search(line) for line in self.lines)

    def __str__(self):
        return "\n".join(self.lines) + "\n"


class Writer:
    """Writes blocks of one program in one language."""

    def __init__(self, program, kinds, values, cpp):
        self.kinds, self.values, self.cpp = kinds, values, cpp
        self.functions = Text()  # the functions of outlined bodies
        self.numbers = {}        # the numbers of statements, which are the same in both languages
        for block in program.blocks():
            for stmt in statements(block):
                self.numbers[id(stmt)] = len(self.numbers)

    def fill(self, stmt, which):
        template = getattr(self.kinds[stmt.kind], which + "_cpp" if self.cpp and which == "close" else
                           "cpp" if self.cpp else which)
        return string.Template(template).substitute(stmt.args, id=self.numbers[id(stmt)], **self.values)

    def block(self, block, margin="  "):
        text = Text()
        for stmt in block:
            kind, number = self.kinds[stmt.kind], self.numbers[id(stmt)]
            text.add(margin + self.fill(stmt, "c"), number)
            if kind.outlined:
                inside = self.body(stmt.body)
                self.functions.add(f"static void outlined_{number}(void) {{", number)
                self.functions.extend(inside)
                self.functions.add("}", number)
            elif kind.has_body:
                text.extend(self.block(stmt.body, margin + "  "))
                text.add(margin + self.fill(stmt, "close"), number)
        return text

    def body(self, block, margin="  "):
        """The body with declarations of its registers."""
        inside = self.block(block, margin)
        text = Text()
        registers = [r for r in ("r0", "r1") if inside.mentions(r)]
        if registers:
            text.add(margin + "int " + ", ".join(f"{r} = 0" for r in registers) + ";")
        text.extend(inside)
        return text


def with_declarations(declarations, includes, text):
    """`declarations`: (names, line) in an order in which later ones may mention earlier ones."""
    used, body = [], copy.copy(text)
    seen = Text()
    seen.extend(body)
    for names, line in reversed(declarations):
        if any(seen.mentions(name) for name in names):
            used.append(line)
            seen.add(line)
    whole = Text()
    for line in includes:
        whole.add(line)
    for line in reversed(used):
        whole.add(line)
    whole.extend(text)
    return whole


def write_c(program, kinds, values, declarations, includes, set_up):
    """`values`: names that templates may use besides arguments. `set_up`: (name, line) pairs; main begins with the lines whose names
    are used."""
    writer = Writer(program, kinds, values, cpp=False)
    functions = Text()
    for i in range(program.created()):
        writer.values = {**values, "t": i}
        functions.add(f"static void *thread{i}(void *unused) {{")
        functions.extend(writer.body(program.threads[i]))
        functions.add("  return 0;")
        functions.add("}")
    writer.values = {**values, "t": len(program.threads) - 1}
    last = program.threads[-1] if program.created() < len(program.threads) else []
    inside = writer.block(program.prologue)
    starts, ends = Text(), Text()
    for i in range(program.created()):
        if functions.mentions(f"given{i}"):  # captured by value
            starts.add(f"  given{i} = captured;")
        starts.add(f"  pthread_create(&t{i}, 0, thread{i}, 0);")
        if program.finish == "join":
            ends.add(f"  pthread_join(t{i}, 0);")
    inside.extend(starts)
    inside.extend(writer.block(last))
    inside.extend(ends)
    inside.extend(writer.block(program.check))
    inside.add("  pthread_exit(0);" if program.finish == "exit" else "  return 0;")
    whole = Text()
    whole.extend(writer.functions)
    whole.extend(functions)
    main = Text()
    main.add("int main(void) {")
    locals_ = [f"pthread_t t{i};" for i in range(program.created())]
    locals_ += [f"int {r} = 0;" for r in ("r0", "r1") if inside.mentions(r)]
    if locals_:
        main.add("  " + " ".join(locals_))
    everything = Text()
    everything.extend(whole)
    everything.extend(inside)
    for name, line in set_up:
        if everything.mentions(name):
            main.add("  " + line)
    main.extend(inside)
    main.add("}")
    whole.extend(main)
    return with_declarations(declarations, includes, whole)


# The code that starts a thread in C++, and the code that waits for its end; $i is the number of the thread.
STYLES = {
    "thread": ("std::thread t$i([&, given = captured] {", "});", "t$i.join();"),
    "jthread": ("auto t$i = std::make_unique<std::jthread>([&, given = captured] {", "});", "t$i.reset();"),
    "async": ("auto t$i = std::async(std::launch::async, [&, given = captured] {", "});", "t$i.get();"),
    "argument": ("std::thread t$i([&](int given) {", "}, captured);", "t$i.join();"),
}


def write_cpp(program, kinds, values, declarations, headers):
    """Threads are lambdas within main, where `captured` is a local variable. `headers`: by name, the words that need them."""
    inside, ends = Text(), Text()
    writer = Writer(program, kinds, {**values, "t": 0}, cpp=True)
    inside.extend(writer.block(program.prologue))
    for i in range(program.created()):
        start, close, wait = (string.Template(text).substitute(i=i) for text in STYLES[program.styles[i]])
        body = writer.body(program.threads[i], "    ")
        if not body.mentions("given"):
            start, close = start.replace(", given = captured", "").replace("(int given)", ""), close.replace(", captured", "")
        inside.add("  " + start)
        inside.extend(body)
        inside.add("  " + close)
        ends.add("  " + wait)
    if program.created() < len(program.threads):
        inside.extend(writer.block(program.threads[-1]))
    inside.extend(ends)
    inside.extend(writer.block(program.check))
    main = Text()
    main.add("int main() {")
    for name in ("captured", "given", "r0", "r1"):
        if inside.mentions(name):
            main.add(f"  int {name} = 0;")
    main.extend(inside)
    main.add("}")
    whole = with_declarations(declarations, [], main)
    includes = ["#include <cassert>", "#include <thread>"]
    includes += [f"#include <{name}>" for name, needed_for in headers.items() if any(whole.mentions(word) for word in needed_for)]
    text = Text()
    for line in includes:
        text.add(line)
    text.extend(whole)
    return text
