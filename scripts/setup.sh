# shellcheck shell=bash disable=SC2034,SC2154 # variables come from and go to the script that sources this
# The set-up of ./mover and ./test, which source this file: Debian packages, CMake, Ninja. REQUIRES: $root is the absolute
# path of the repository. Messages go to standard error, because standard output is for the report.

packages_to_build="clang-19 llvm-19 llvm-19-dev cmake ninja-build g++ libstdc++-12-dev libgtest-dev nlohmann-json3-dev libelf-dev libxxhash-dev libcadical-dev libbdd-dev"
packages_to_test="libclang-rt-19-dev libc++-19-dev libc++abi-19-dev python3 gdb clang-format-19 clang-tidy-19 shellcheck berkeley-abc"

say() { printf '%s\n' "$*" >&2; }

# Prints the named packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s ' "$package"
  done
}

# Installs the named packages that are missing, or lists them for the user and exits with 2.
require_packages() {
  local missing log
  missing=$(missing_packages "$@")
  missing=${missing% }
  [[ -z $missing ]] && return
  local -a as_root=()
  if ((EUID != 0)); then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      say "mover: these packages are missing, and only root may install them: apt-get install $missing"
      exit 2
    fi
  fi
  say "mover: installing $missing…"
  log=$(mktemp)
  # shellcheck disable=SC2086 # the list is meant to be split
  if ! { "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "mover: these packages could not be installed: $missing"
    exit 2
  fi
  rm -f "$log"
}

# build FOLDER TARGETS [CMAKE-OPTIONS…]: configures if needed, builds quietly, and shows the output if the build fails.
# REQUIRES: the caller holds the folder's lock.
build() {
  local folder=$1 targets=$2
  shift 2
  local log=$folder/build.log jobs
  jobs=$(nproc)
  # A build folder that was configured for another source folder cannot be reused.
  if [[ -f $folder/CMakeCache.txt ]] && ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    find "$folder" -mindepth 1 -maxdepth 1 ! -name .lock -exec rm -rf {} +
  fi
  # shellcheck disable=SC2086 # the list of targets is meant to be split
  if ! { cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" &&
    ninja -C "$folder" -k 0 -j "$jobs" $targets; } >"$log" 2>&1; then
    cat "$log" >&2
    say "mover: the build in ${folder#"$root"/} failed; its output is above."
    return 1
  fi
}

# with_lock FOLDER COMMAND…: runs the command under a lock, so that concurrent runs of ./mover build once.
with_lock() {
  local folder=$1 result
  shift
  mkdir -p "$folder" || { say "mover: cannot write to $folder, where Mover is built"; exit 2; }
  exec 9>"$folder/.lock" || { say "mover: cannot write to $folder, where Mover is built"; exit 2; }
  flock 9
  "$@"
  result=$?
  exec 9>&-
  return $result
}

# Whether the build is up to date: no source file is newer than its stamp. The time of the stamp is the time at which the
# build *began*, so that files that were edited during the build count as newer. The stamp contains the repository's path,
# because a build folder that was copied is not valid.
is_fresh() {
  local stamp=$root/build/.stamp built_in=
  [[ -x $root/build/mover && -f $root/build/libmover_translator.so && -f $root/build/libc.bc &&
    -f $root/build/libmover_runtime.so && -f $root/build/libmover_cxx.so && -f $root/build/libmover_instrument.so &&
    -f $stamp ]] || return 1
  read -r built_in <"$stamp"
  [[ $built_in == "$root" ]] || return 1
  [[ -z $(find "$root/src" "$root/include" "$root/runtime" "$root/CMakeLists.txt" -newer "$stamp" -print -quit) ]]
}

# Builds Mover unless another ./mover has just done so.
build_mover() {
  is_fresh && return
  # shellcheck disable=SC2086
  require_packages $packages_to_build
  say "mover: building Mover, once…"
  printf '%s\n' "$root" >"$root/build/.stamp.new"
  build "$root/build" "mover mover_libc mover_models mover_runtime mover_cxx" -DCMAKE_CXX_COMPILER=g++ \
    -DMOVER_UNITY=ON -DMOVER_SANITIZE=OFF -DMOVER_FUZZ=OFF || return 1
  mv "$root/build/.stamp.new" "$root/build/.stamp"
}
