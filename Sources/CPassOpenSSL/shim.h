// OpenSSL 3 for Swift. Functions come through as they are; below is only what Swift's importer can't see:
// macros that cast or call, variadic functions, and constants computed by function-like macros.

#ifndef CPASSOPENSSL_SHIM_H
#define CPASSOPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/// `EVP_RSA_gen` is a macro over the variadic `EVP_PKEY_Q_keygen`.
static inline EVP_PKEY *CPassOpenSSL_EVP_RSA_gen(size_t bits) {
    return EVP_RSA_gen(bits);
}

/// `EVP_EC_gen` is a macro over the variadic `EVP_PKEY_Q_keygen`.
static inline EVP_PKEY *CPassOpenSSL_EVP_EC_gen(const char *curve) {
    return EVP_EC_gen(curve);
}

#endif
