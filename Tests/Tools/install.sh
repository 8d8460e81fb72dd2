#!/bin/sh
# install.sh GROUP…: installs the system packages that the groups (build, python, test, tls, browser, bench) need and this machine lacks.
# Silent and without a call of the package manager when nothing is missing.
set -eu

missing=''
formulas=''

# need DEBIAN-PACKAGE HOMEBREW-FORMULA COMMAND…: the command succeeds exactly when the package is there.
need() {
    package=$1 formula=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        missing="$missing $package"
        formulas="$formulas $formula"
    fi
}

# Homebrew keeps OpenSSL out of pkg-config's path (the package manifest's `providers` finds it), so it is asked itself.
library() {
    if [ "$(uname -s)" = Darwin ]; then
        [ -e "$(brew --prefix)/opt/$1" ]
    else
        pkg-config --exists "$2"
    fi
}

program() { command -v "$1"; }

# Debian keeps servers where only root looks for commands.
system_program() { PATH="$PATH:/usr/sbin" command -v "$1"; }

# Debian's name, then Homebrew's.
testssl() { command -v testssl || command -v testssl.sh; }

# Either server, as the tests take either.
redis() { command -v valkey-server || command -v redis-server; }

browser() {
    for candidate in "${PASS_BROWSER:-}" chromium chromium-browser google-chrome; do
        if [ -n "$candidate" ] && command -v "$candidate"; then return 0; fi
    done
    return 1
}

for group in "$@"; do
    case $group in
    build)
        need pkg-config pkgconf program pkg-config
        need libssl-dev openssl@3 library openssl@3 openssl
        need libexpat1-dev expat library expat expat
        need zlib1g-dev zlib library zlib zlib
        need libsqlite3-dev sqlite library sqlite sqlite3
        need libhiredis-dev hiredis library hiredis hiredis
        # The README goes on with it.
        need curl curl program curl
        ;;
    python)
        need python3 python program python3
        ;;
    test)
        need python3 python program python3
        # Debian's python3 comes without ensurepip, and so without a usable venv.
        need python3-venv python python3 -c 'import ensurepip, venv'
        need curl curl program curl
        need wget wget program wget
        need openssl openssl@3 program openssl
        need slowhttptest slowhttptest program slowhttptest
        need haproxy haproxy system_program haproxy
        need redis-server redis redis
        # It brings promtool, which checks metrics.
        need prometheus prometheus program promtool
        ;;
    tls)
        need testssl.sh testssl testssl
        ;;
    browser)
        need chromium chromium browser
        need libnss3-tools nss program certutil
        ;;
    bench)
        need python3 python program python3
        need python3-venv python python3 -c 'import ensurepip, venv'
        need openssl openssl@3 program openssl
        need nginx-light nginx system_program nginx
        need wrk wrk program wrk
        need nghttp2-client nghttp2 program h2load
        need default-jre-headless openjdk program java
        need util-linux util-linux program taskset
        need valgrind valgrind program valgrind
        need haproxy haproxy system_program haproxy
        need redis-server redis redis
        ;;
    *)
        echo "install.sh: unknown group '$group' (known: build, python, test, tls, browser, bench)" >&2
        exit 2
        ;;
    esac
done

[ -n "$missing" ] || exit 0

give_up() {
    echo "Missing:$missing. $1" >&2
    exit 1
}

if [ "$(uname -s)" = Darwin ]; then
    program brew >/dev/null || give_up "Install Homebrew, or these by hand:$formulas."
    # shellcheck disable=SC2086 # A list of words.
    brew install $formulas || give_up "Homebrew could not install:$formulas."
    exit 0
fi

program apt-get >/dev/null || give_up 'These are Debian names: install them with the package manager of this system, then try again.'
as_root=''
if [ "$(id -u)" -ne 0 ]; then
    program sudo >/dev/null || give_up "Run as root: apt-get install --yes$missing"
    as_root=sudo
fi

echo "Installing:$missing" >&2
log=$(mktemp)
# Debian's packages of servers start them; this file says that none may be started (Debian Policy, section 9.3.3).
policy=/usr/sbin/policy-rc.d
made=''
clean_up() {
    rm -f "$log"
    if [ -n "$made" ]; then $as_root rm -f "$policy"; fi
}
trap clean_up EXIT
if [ ! -e "$policy" ] && printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null; then
    made=yes
    $as_root chmod 755 "$policy"
fi
# shellcheck disable=SC2086 # Lists of words.
if ! { $as_root apt-get update &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    give_up 'apt-get could not install them; its last lines are above.'
fi
# Nor are they started with the machine: the tests run their own.
for package in $missing; do
    case $package in
    haproxy | nginx-light | prometheus | redis-server)
        if command -v systemctl >/dev/null; then $as_root systemctl disable "${package%-light}" >/dev/null 2>&1 || true; fi
        ;;
    esac
done
