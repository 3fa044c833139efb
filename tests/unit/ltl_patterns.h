// Formulas on which translations are compared in the literature, with the sizes of their automata here.
#pragma once

namespace mover::ltl {

struct Pattern {
  const char* formula;
  unsigned states, edges;  // of the automaton of the formula; edges that differ only in the label count once
  unsigned negated_states, negated_edges;  // of the automaton of its negation
};

// The 55 formulas of Dwyer, Avrunin and Corbett's property specification patterns [DAC98].
constexpr Pattern kPatternsOfDwyer[] = {
    {"G(!p0)", 1, 1, 2, 3},
    {"F(p0) -> (!p1 U p0)", 4, 7, 3, 5},
    {"G(p0 -> G(!p1))", 2, 3, 3, 6},
    {"G((p0 && !p1 && F p1) -> (!p2 U p1))", 3, 6, 4, 8},
    {"G((p0 && !p1) -> (!p2 W p1))", 2, 4, 3, 6},
    {"F p0", 2, 3, 1, 1},
    {"!p0 W (p1 && !p0)", 2, 3, 2, 3},
    {"G !p0 || F(p0 && F p1)", 5, 11, 2, 3},
    {"G(p0 && !p1 -> (!p1 W (p2 && !p1)))", 2, 4, 3, 5},
    {"G(p0 && !p1 -> (!p1 U (p2 && !p1)))", 2, 4, 3, 5},
    {"!p0 W (p0 W (!p0 W (p0 W G !p0)))", 5, 9, 6, 11},
    {"F p0 -> ((!p0 && !p1) U (p0 || ((!p0 && p1) U (p0 || ((!p0 && !p1) U (p0 || ((!p0 && p1) U (p0 || (!p1 U "
     "p0)))))))))",
     8, 20, 7, 13},
    {"F p0 -> (!p0 U (p0 && (!p1 W (p1 W (!p1 W (p1 W G !p1))))))", 8, 17, 7, 14},
    {"G((p0 && F p1) -> ((!p1 && !p2) U (p1 || ((!p1 && p2) U (p1 || ((!p1 && !p2) U (p1 || ((!p1 && p2) U (p1 || (!p2 "
     "U p1))))))))))",
     7, 28, 8, 16},
    {"G(p0 -> ((!p1 && !p2) U (p2 || ((p1 && !p2) U (p2 || ((!p1 && !p2) U (p2 || ((p1 && !p2) U (p2 || (!p1 W p2) || "
     "G p1)))))))))",
     7, 32, 7, 14},
    {"G p0", 1, 1, 2, 3},
    {"F p0 -> (p1 U p0)", 4, 7, 3, 5},
    {"G(p0 -> G p1)", 2, 3, 3, 6},
    {"G((p0 && !p1 && F p1) -> (p2 U p1))", 3, 6, 4, 8},
    {"G((p0 && !p1) -> (p2 W p1))", 2, 4, 3, 6},
    {"!p0 W p1", 2, 3, 2, 3},
    {"F p0 -> (!p1 U (p2 || p0))", 4, 7, 3, 5},
    {"G !p0 || F(p0 && (!p1 W p2))", 5, 11, 3, 7},
    {"G((p0 && !p1 && F p1) -> (!p2 U (p3 || p1)))", 3, 6, 4, 8},
    {"G((p0 && !p1) -> (!p2 W (p3 || p1)))", 2, 4, 3, 6},
    {"G(p0 -> F p1)", 2, 4, 2, 3},
    {"F p0 -> (p1 -> (!p0 U (p2 && !p0))) U p0", 5, 11, 3, 5},
    {"G(p0 -> G(p1 -> F p2))", 3, 7, 3, 6},
    {"G((p0 && !p1 && F p1) -> (p2 -> (!p1 U (p3 && !p1))) U p1)", 4, 10, 4, 8},
    {"G(p0 && !p1 -> ((p2 -> (!p1 U (p3 && !p1))) W p1))", 3, 8, 4, 8},
    {"F p0 -> (!p0 U (p1 && !p0 && X(!p0 U p2)))", 5, 9, 3, 6},
    {"F p0 -> (!p1 U (p0 || (p2 && !p1 && X(!p1 U p3))))", 5, 11, 4, 8},
    {"G !p0 || (!p0 U (p0 && F p1 -> (!p1 U (p2 && !p1 && X(!p1 U p3)))))", 5, 10, 4, 9},
    {"G((p0 && F p1) -> (!p2 U (p1 || (p3 && !p2 && X(!p2 U p4)))))", 6, 22, 5, 12},
    {"G(p0 -> (F p1 -> (!p1 U (p2 || (p3 && !p1 && X(!p1 U p4))))))", 6, 22, 4, 10},
    {"(F(p0 && X F p1)) -> (!p0 U p2)", 5, 10, 3, 5},
    {"F p0 -> (!(p1 && !p0 && X(!p0 U (p2 && !p0))) U (p0 || p3))", 6, 14, 4, 7},
    {"G !p0 || (!p0 U (p0 && (F(p1 && X F p2) -> (!p1 U p3))))", 7, 18, 4, 8},
    {"G((p0 && F p1) -> (!(p2 && !p1 && X(!p1 U (p3 && !p1))) U (p1 || p4)))", 6, 16, 5, 10},
    {"G(p0 -> (!(p1 && !p2 && X(!p2 U (p3 && !p2))) U (p2 || p4) || G(!(p1 && X F p3))))", 7, 22, 4, 8},
    {"G(p0 && X F p1 -> X F(p1 && F p2))", 8, 34, 3, 5},
    {"F p0 -> (p1 && X(!p0 U p2) -> X(!p0 U (p2 && F p3))) U p0", 11, 47, 4, 8},
    {"G(p0 -> G(p1 && X F p2 -> X(!p2 U (p2 && F p3))))", 9, 37, 4, 8},
    {"G((p0 && F p1) -> (p2 && X(!p1 U p3) -> X(!p1 U (p3 && F p4))) U p1)", 12, 63, 5, 11},
    {"G(p0 -> (p1 && X(!p2 U p3) -> X(!p2 U (p3 && F p4))) U (p2 || G(p1 && X(!p2 U p3) -> X(!p2 U (p3 && F p4)))))",
     18, 137, 4, 8},
    {"G(p0 -> F(p1 && X F p2))", 4, 14, 3, 6},
    {"F p0 -> (p1 -> (!p0 U (p2 && !p0 && X(!p0 U p3)))) U p0", 6, 17, 4, 9},
    {"G(p0 -> G(p1 -> (p2 && X F p3)))", 3, 8, 4, 9},
    {"G((p0 && F p1) -> (p2 -> (!p1 U (p3 && !p1 && X(!p1 U p4)))) U p1)", 5, 16, 5, 13},
    {"G(p0 -> (p1 -> (!p2 U (p3 && !p2 && X(!p2 U p4)))) U (p2 || G(p1 -> (p3 && X F p4))))", 7, 30, 8, 25},
    {"G(p0 -> F(p1 && !p2 && X(!p2 U p3)))", 4, 14, 3, 7},
    {"F p0 -> (p1 -> (!p0 U (p2 && !p0 && !p3 && X((!p0 && !p3) U p4)))) U p0", 7, 21, 4, 10},
    {"G(p0 -> G(p1 -> (p2 && !p3 && X(!p3 U p4))))", 3, 8, 4, 10},
    {"G((p0 && F p1) -> (p2 -> (!p1 U (p3 && !p1 && !p4 && X((!p1 && !p4) U p5)))) U p1)", 6, 20, 5, 14},
    {"G(p0 -> (p1 -> (!p2 U (p3 && !p2 && !p4 && X((!p2 && !p4) U p5)))) U (p2 || G(p1 -> (p3 && !p4 && X(!p4 U "
     "p5)))))",
     8, 35, 11, 48},
};

// The formulas of Etessami and Holzmann [EH00].
constexpr Pattern kPatternsOfEtessami[] = {
    {"p0 U (p1 && G p2)", 2, 3, 4, 11},
    {"p0 U (p1 && X(p2 U p3))", 3, 5, 4, 11},
    {"p0 U (p1 && X(p2 && (F(p3 && X(F(p4 && X(F(p5 && X(F p6)))))))))", 7, 13, 8, 21},
    {"F(p0 && X G p1)", 2, 3, 2, 5},
    {"F(p0 && X(p1 && X F p2))", 4, 6, 3, 6},
    {"F(p0 && X(p1 U p2))", 3, 5, 2, 4},
    {"(F G p0) || (G F p1)", 3, 6, 2, 4},
    {"G(p0 -> (p1 U p2))", 2, 4, 3, 6},
    {"G(p0 && X F(p1 && X F(p2 && X F p3)))", 5, 19, 5, 9},
    {"(G F p0) && (G F p1) && (G F p2) && (G F p3) && (G F p4)", 1, 32, 6, 11},
    {"(p0 U (p1 U p2)) || (p1 U (p2 U p0)) || (p2 U (p0 U p1))", 2, 2, 2, 2},
    {"G(p0 -> (p1 U ((G p2) || (G p3))))", 4, 9, 6, 23},
};

}  // namespace mover::ltl
