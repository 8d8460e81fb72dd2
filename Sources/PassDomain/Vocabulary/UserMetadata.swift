package import PassCore

/// The data about a subscriber that an app may learn: the MVPD's account attributes, some readable only by the
/// programmer.
package struct UserMetadata: Sendable, Hashable {
    /// The time of the last change; of two documents, clients keep the newer one.
    package var updated: Timestamp
    /// The keys whose values only the programmer can read, sorted; all of them are keys of `values`.
    package var encrypted: [String]
    /// The keys whose values are withheld because they can't be encrypted, sorted; none of them is a key of `values`.
    package var withheld: [String] = []
    /// The values by key: `userID`, `zip`, `maxRating` …
    package var values: MetadataValues

    /// The key that states whether the MVPD recognized the subscriber by the home network; MVPDs use the same name.
    package static let homeBasedKey = "hba_status"
    /// The key of the subscriber's identifier for the programmer.
    package static let userKey = "userID"
    /// The key of the subscriber's identifier at the MVPD.
    package static let upstreamUserKey = "upstreamUserID"

    package init(
        updated: Timestamp, encrypted: [String], withheld: [String] = [], values: MetadataValues
    ) {
        self.updated = updated
        self.encrypted = encrypted
        self.withheld = withheld
        self.values = values
    }
}

/// The values of user metadata by key, ordered by the bytes of the keys, as every document lists them.
package struct MetadataValues: Sendable, Hashable {
    /// A value with its key.
    package struct Member: Sendable, Hashable {
        package let key: ExactText
        package var value: JSONValue
    }

    private var members: [Member] = [] {
        didSet { json = Self.json(members) }
    }
    /// The members of the JSON object with these values, in which `<`, `>` and `&` are escaped: `"userID":"u1","zip":…`.
    ///
    /// Many answers carry the values of one subscriber, which seldom change, so the text is kept.
    package private(set) var json: [UInt8] = []

    package init() {}

    package init(_ values: [ExactText: JSONValue]) {
        members = values.map { Member(key: $0, value: $1) }.sorted { $0.key < $1.key }
        json = Self.json(members)
    }

    private static func json(_ members: [Member]) -> [UInt8] {
        JSONWriter.members(escapesMarkup: true) { object in
            for member in members { object.member(.text(member.key.string), member.value) }
        }
    }

    /// The value of a key. Assigning `nil` removes the key.
    package subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            let index = index(of: key)
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?):
                let key = ExactText(key)
                let next = members.firstIndex { key < $0.key } ?? members.endIndex
                members.insert(Member(key: key, value: value), at: next)
            case (nil, nil): break
            }
        }
    }

    private func index(of key: String) -> Int? {
        members.firstIndex { $0.key.string.hasSameBytes(as: key) }
    }
}

extension MetadataValues: RandomAccessCollection {
    package var startIndex: Int { members.startIndex }
    package var endIndex: Int { members.endIndex }
    package subscript(index: Int) -> Member { members[index] }
}

extension MetadataValues: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral values: (ExactText, JSONValue)...) {
        self.init(Dictionary(values) { $1 })
    }
}
