extern int counter;
void increment(void);
