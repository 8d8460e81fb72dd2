#!/bin/sh
# release.sh PRODUCT [OPTION…]: builds the product for release; the options are those of `swift build`.
#
# On Linux it carries the Swift and C++ runtimes, its relocations are packed, as only lld does, and it exports nothing: it needs no
# Swift, is ready sooner, and takes less room on disk and in memory. Functions that nothing calls are left out, and those of which
# each instruction is the same are kept once, so the name of a function in a profile or backtrace may be that of its twin.
set -eu

product=$1
shift
if [ "$(uname -s)" = Linux ]; then
    # clang gives the bare name back where it knows no such file.
    archive=$(clang -print-file-name=libstdc++.a)
    if [ ! -f "$archive" ]; then
        echo "clang can't find libstdc++.a, the static C++ runtime. On Debian and Ubuntu, install libstdc++-N-dev, where N is the newest" \
            "installed GCC (Debian 12: libstdc++-12-dev)." >&2
        exit 1
    fi
    # In a folder of its own, since beside the shared library the linker would take that one.
    archives=$PWD/.build/archives
    mkdir -p "$archives"
    ln -sf "$archive" "$archives/libstdc++.a"
    set -- --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc "-L$archives" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
        -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --gc-sections -Xlinker --icf=all \
        -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic "$@"
fi
exec swift build -c release --product "$product" "$@"
