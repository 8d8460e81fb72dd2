/// An installation's keys can't be read or made; two are equal when their codes are.
package struct KeyStoreError: Error {
    package enum Code: Hashable, Sendable {
        /// The directory can't be made or isn't one.
        case unusableDirectory
        /// The file is there but can't be read, or isn't a plain file of a key's size.
        case unreadableFile
        /// The file can be read by everyone on the machine.
        case exposedFile
        /// The file doesn't hold what it should.
        case corruptFile
        /// The root certificate is over.
        case expiredAuthority
        /// The root certificate isn't valid yet.
        case prematureAuthority
        /// Two keys that must differ are the same.
        case equalKeys
        /// A new key can't be made or stored.
        case unwritableFile
        /// The authority lacks hosts, and a certificate with them can't be made.
        case failedCertificate
    }

    package let code: Code
    /// The path of the file or directory that is in the way.
    package let file: String
    /// Sentences for people: what is wrong with which file, and what to do about it.
    package let message: String

    package init(_ code: Code, file: String, _ message: String) {
        self.code = code
        self.file = file
        self.message = message
    }
}

extension KeyStoreError: Equatable {
    package static func == (left: KeyStoreError, right: KeyStoreError) -> Bool {
        left.code == right.code
    }
}

extension KeyStoreError: CustomStringConvertible {
    package var description: String { message }
}
