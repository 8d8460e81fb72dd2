#!/bin/sh
# Makes the keys of the tests anew. Everything signed with the old ones has to be made anew afterwards.
set -eu
cd "$(dirname "$0")"
warning="TEST ONLY - never use outside tests"
for name in token device saml statement requestor; do
    {
        echo "$warning"
        openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048
    } >"$name.pem" 2>/dev/null
done

# What a programmer registers with the service.
{
    echo "$warning"
    openssl req -x509 -new -sha256 -key requestor.pem -days 36500 -subj "/O=TEST ONLY/CN=Demo programmer"
} >requestor-certificate.pem
