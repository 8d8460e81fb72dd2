#!/bin/sh
# Makes the keys of the tests anew. Everything signed with the old ones has to be made anew afterwards.
set -eu
cd "$(dirname "$0")"
for name in token device saml statement; do
    {
        echo "TEST ONLY - never use outside tests"
        openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048
    } >"$name.pem" 2>/dev/null
done
