/* stdin, stdout and stderr. They are constants, so that using them is no access to shared memory. (<stdio.h> declares
 * variables, so this file does not include it.) The machine stores the output, and writing to it is no race. */
#include "streams.h"

static const struct stream input = {0}, output = {1}, errors = {2};

const struct stream *const stdin = &input;
const struct stream *const stdout = &output;
const struct stream *const stderr = &errors;
