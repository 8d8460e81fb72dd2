#!/bin/sh
# Signs requestor IDs with openssl in the three ways that apps do it; the private keys of the two sizes are thrown away.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# sign NAME KEY REQUESTOR: NAME-sha256.txt, NAME-sha1.txt and NAME-raw.txt.
sign() {
    printf '%s' "$3" >"$work/id"
    # Android: base64 in lines of 76 letters.
    openssl dgst -sha256 -sign "$2" "$work/id" | openssl base64 -A | fold -w 76 >"$1-sha256.txt"
    openssl dgst -sha1 -sign "$2" "$work/id" | openssl base64 -A >"$1-sha1.txt"
    # Old iOS demos: the ID itself in a padded block of type 1, without a hash.
    openssl pkeyutl -sign -inkey "$2" -in "$work/id" | openssl base64 -A >"$1-raw.txt"
    for form in sha256 sha1 raw; do echo >>"$1-$form.txt"; done
}

for bits in 1024 4096; do
    openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:$bits -out "$work/$bits.pem" 2>/dev/null
    sign "$bits" "$work/$bits.pem" DEMO_NET
done
# One size is registered as a certificate, the other as a bare public key.
openssl req -x509 -new -sha256 -key "$work/1024.pem" -days 36500 -subj "/O=TEST ONLY/CN=1024 bits" -out 1024.pem
openssl pkey -in "$work/4096.pem" -pubout -out 4096.pem
sign demo ../Keys/requestor.pem TEST_REQUESTOR
