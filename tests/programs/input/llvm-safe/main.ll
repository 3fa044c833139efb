; Text bitcode, without debug information.
@x = global i32 0

define i32 @main() {
  store i32 1, ptr @x
  %v = load i32, ptr @x
  %r = sub i32 %v, 1
  ret i32 %r
}
