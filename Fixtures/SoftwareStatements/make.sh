#!/bin/sh
# Signs the demo statement anew with Fixtures/Keys/statement.pem and writes its tampered twin beside it.
set -eu
cd "$(dirname "$0")"

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

header=$(printf '%s' '{"alg":"RS256"}' | base64url)
claims='{"sub":"5f0a2c1e-1111-4c0d-9a00-7a1d6e3b0001","nbf":1577836800,"iss":"auth.adobe.com","iat":1577836800,"client_name":"Demo App","software_version":"1.0.0"}'
payload=$(printf '%s' "$claims" | base64url)
signature=$(printf '%s' "$header.$payload" | openssl dgst -sha256 -sign ../Keys/statement.pem -binary | base64url)
printf '%s.%s.%s\n' "$header" "$payload" "$signature" >demo.jwt

# Another application's identifier under the same signature.
payload=$(printf '%s' "$claims" | sed 's/7a1d6e3b0001/7a1d6e3b0002/' | base64url)
printf '%s.%s.%s\n' "$header" "$payload" "$signature" >demo-tampered.jwt
