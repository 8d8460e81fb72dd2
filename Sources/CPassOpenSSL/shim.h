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
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
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

/// Public and private half: a macro of macros.
static const int CPassOpenSSL_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR;

/// Stacks are macros for each type of element.
static inline GENERAL_NAMES *CPassOpenSSL_sk_GENERAL_NAME_new_null(void) {
    return sk_GENERAL_NAME_new_null();
}

/// Stacks are macros for each type of element; 0 means that there is no memory.
static inline int CPassOpenSSL_sk_GENERAL_NAME_push(GENERAL_NAMES *names, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(names, name);
}

/// Stacks are macros for each type of element.
static inline STACK_OF(GENERAL_SUBTREE) *CPassOpenSSL_sk_GENERAL_SUBTREE_new_null(void) {
    return sk_GENERAL_SUBTREE_new_null();
}

/// Stacks are macros for each type of element; 0 means that there is no memory.
static inline int CPassOpenSSL_sk_GENERAL_SUBTREE_push(STACK_OF(GENERAL_SUBTREE) *list, GENERAL_SUBTREE *subtree) {
    return sk_GENERAL_SUBTREE_push(list, subtree);
}

/// Stacks are macros for each type of element; a list that isn't there has none (-1).
static inline int CPassOpenSSL_sk_GENERAL_SUBTREE_num(const STACK_OF(GENERAL_SUBTREE) *list) {
    return sk_GENERAL_SUBTREE_num(list);
}

/// Stacks are macros for each type of element.
static inline GENERAL_SUBTREE *CPassOpenSSL_sk_GENERAL_SUBTREE_value(
    const STACK_OF(GENERAL_SUBTREE) *list, int index) {
    return sk_GENERAL_SUBTREE_value(list, index);
}

/// Stacks are macros for each type of element.
static inline void CPassOpenSSL_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) *bags) {
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
}

/// Stacks are macros for each type of element.
static inline void CPassOpenSSL_sk_PKCS7_pop_free(STACK_OF(PKCS7) *safes) {
    sk_PKCS7_pop_free(safes, PKCS7_free);
}

/// A macro that tells the place in the source.
static inline void CPassOpenSSL_OPENSSL_free(void *memory) {
    OPENSSL_free(memory);
}

/// The options are computed by the function-like macro `SSL_OP_BIT`.
static const uint64_t CPassOpenSSL_SSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t CPassOpenSSL_SSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t CPassOpenSSL_SSL_OP_CIPHER_SERVER_PREFERENCE = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t CPassOpenSSL_SSL_OP_PRIORITIZE_CHACHA = SSL_OP_PRIORITIZE_CHACHA;
static const uint64_t CPassOpenSSL_SSL_OP_IGNORE_UNEXPECTED_EOF = SSL_OP_IGNORE_UNEXPECTED_EOF;

/// A macro over `SSL_CTX_ctrl`.
static inline int CPassOpenSSL_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

/// A macro over `SSL_CTX_ctrl`.
static inline void CPassOpenSSL_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}

/// A macro over `SSL_CTX_ctrl`.
static inline void CPassOpenSSL_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

/// A macro over `SSL_CTX_ctrl`.
static inline void CPassOpenSSL_SSL_CTX_set_read_ahead(SSL_CTX *context, long isOn) {
    SSL_CTX_set_read_ahead(context, isOn);
}

/// A macro over `SSL_CTX_ctrl` that casts away `const`.
static inline int CPassOpenSSL_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list) {
    return (int)SSL_CTX_set1_groups_list(context, list);
}

/// A macro over `SSL_CTX_callback_ctrl` that casts the function.
static inline void CPassOpenSSL_SSL_CTX_set_tlsext_servername_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *)) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
}

/// A macro over `SSL_ctrl` that casts away `const`.
static inline int CPassOpenSSL_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

/// A macro with a cast of an expression of flags.
static inline void CPassOpenSSL_BIO_clear_retry_flags(BIO *bio) {
    BIO_clear_retry_flags(bio);
}

/// A macro with an expression of flags.
static inline void CPassOpenSSL_BIO_set_retry_read(BIO *bio) {
    BIO_set_retry_read(bio);
}

/// A macro with an expression of flags.
static inline void CPassOpenSSL_BIO_set_retry_write(BIO *bio) {
    BIO_set_retry_write(bio);
}

#endif
