/* C, which a C++ compiler would refuse. */
int in_c(int new) {
  return new * 2;
}
