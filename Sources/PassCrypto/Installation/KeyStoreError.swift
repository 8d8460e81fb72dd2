/// A failure to read or create an installation's keys. Errors are equal if their codes are.
package struct KeyStoreError: Error {
    package enum Code: Hashable, Sendable {
        /// The directory can't be created, or isn't a directory.
        case unusableDirectory
        /// The file exists but can't be read, or isn't a plain file of a key's size.
        case unreadableFile
        /// All users of the machine have access rights to the file.
        case exposedFile
        /// The file's contents aren't what they should be.
        case corruptFile
        /// The root certificate has expired.
        case expiredAuthority
        /// The root certificate isn't valid yet.
        case prematureAuthority
        /// Two keys that must differ are the same.
        case equalKeys
        /// A file can't be created, stored or replaced.
        case unwritableFile
        /// The authority doesn't vouch for some hosts, and a certificate that includes them can't be created.
        case failedCertificate
    }

    package let code: Code
    /// The path of the file or directory with the error.
    package let file: String
    /// Sentences for users: what is wrong with which file, and what to do about it.
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
