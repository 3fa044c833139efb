"""Shrinks a program as long as it stays wrong: from whole threads to single numbers, from the start again after each success.
Every edit makes the program smaller in a fixed order, so this terminates."""

# Simpler values of arguments, simplest first.
SIMPLER = {
    "r": ["r0"], "x": ["x"], "o": [0], "k": [0, 1], "j": [0], "g": ["g0"], "h": ["g0"], "deadline": ["past", "future"],
    "load": ["__ATOMIC_SEQ_CST"], "store": ["__ATOMIC_SEQ_CST"], "both": ["__ATOMIC_SEQ_CST"],
    "withdraw": ["", "p = 0;", "n = 0;"], "struct": ["4", "8", "12"],
}


def places(program):
    """(block, position) of every statement, so that the n-th one of a copy is the n-th one here."""
    def within(block):
        for i, stmt in enumerate(block):
            yield block, i
            yield from within(stmt.body)
    return [place for block in program.blocks() for place in within(block)]


def program_edits(program):
    for t in range(len(program.threads)):
        smaller = program.copy()
        del smaller.threads[t]
        if t < len(smaller.styles):
            del smaller.styles[t]
        yield smaller
    for name, value in [("prologue", []), ("check", []), ("main_is_last", True), ("finish", "join")]:
        if getattr(program, name) != value and (name != "main_is_last" or program.threads):
            smaller = program.copy()
            setattr(smaller, name, value)
            yield smaller
    for name, value in program.settings.items():
        for simpler in simpler_than(name, value):
            smaller = program.copy()
            smaller.settings[name] = simpler
            yield smaller
    for t, style in enumerate(program.styles):
        if style != "thread":
            smaller = program.copy()
            smaller.styles[t] = "thread"
            yield smaller


def simpler_than(name, value):
    values = SIMPLER.get(name, [])
    return values[:values.index(value)] if value in values else values


def statement_edits(program):
    count = len(places(program))
    for n in range(count):
        smaller = program.copy()
        block, i = places(smaller)[n]
        del block[i]
        yield smaller
    for n in range(count):
        smaller = program.copy()
        block, i = places(smaller)[n]
        if block[i].body:
            block[i:i + 1] = block[i].body
            yield smaller
    for n in range(count):
        block, i = places(program)[n]
        for name, value in block[i].args.items():
            for simpler in simpler_than(name, value):
                smaller = program.copy()
                other, j = places(smaller)[n]
                other[j].args[name] = simpler
                yield smaller


def shrink(program, is_wrong, most=400):
    """`most`: the largest number of candidates that are tried."""
    again = True
    while again and most > 0:
        again = False
        for edits in (program_edits, statement_edits):
            for smaller in edits(program):
                most -= 1
                if most <= 0:
                    break
                try:
                    wrong = is_wrong(smaller)
                except (KeyError, IndexError, ValueError):  # the candidate cannot be written as text
                    wrong = False
                if wrong:
                    program, again = smaller, True
                    break
            if again:
                break
    return program


