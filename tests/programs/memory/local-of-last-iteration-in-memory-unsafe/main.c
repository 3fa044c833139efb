struct node { int value; struct node *next; } *list;
static int sum(void) {
  int s = 0;
  for (struct node *n = list; n; n = n->next) s += n->value;
  return s;
}
int main(void) {
  int s = 0, i = 0;
  while (i < 2) {
    struct node n = {++i, list};
    list = &n;
    s += sum(); /* from the second iteration on, by way of the first node */
  }
  return s == 0;
}
