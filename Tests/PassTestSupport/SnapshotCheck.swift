import PassCore
package import PassDomain

/// Compares values with what snapshots hold of them.
package enum SnapshotCheck {
    /// Returns a sentence for each stored property that the value's snapshot lacks, for each that has no value, and for
    /// each member that is no property. All values inside are checked, too.
    ///
    /// An empty result means that the value is written completely, as far as a value without empty properties can show.
    package static func faults(of value: some SnapshotValue) -> [String] {
        var found = faults(inside: value)
        do {
            let back = try type(of: value).read(value.json, at: "value")
            if back != value { found.append("\(type(of: value)) isn't read back as it was") }
            if back.json != value.json { found.append("\(type(of: value)) isn't written as it was read") }
        } catch {
            found.append("\(type(of: value)) can't be read back: \(error)")
        }
        return found
    }

    private static func faults(inside value: Any) -> [String] {
        let mirror = Mirror(reflecting: value)
        var found = mirror.children.flatMap { faults(inside: $0.value) }
        // The members of a map are its keys.
        guard let snapshot = value as? any SnapshotValue, mirror.displayStyle == .struct,
            !(value is any ExpressibleByDictionaryLiteral)
        else { return found }
        let properties = mirror.children.map { child in
            (child.label ?? "") + (child.value is Timestamp || child.value is TimeToLive ? "Millis" : "")
        }
        for child in mirror.children {
            let inner = Mirror(reflecting: child.value)
            let isEmpty =
                [.optional, .collection, .dictionary, .set].contains(inner.displayStyle) && inner.children.isEmpty
            if isEmpty { found.append("\(mirror.subjectType).\(child.label ?? "") has no value in this test") }
        }
        let members = Set((snapshot.json.objectValue ?? [:]).keys.map(\.string))
        let difference = members.symmetricDifference(properties).sorted()
        if !difference.isEmpty {
            found.append("\(mirror.subjectType) and its snapshot differ in \(difference.joined(separator: ", "))")
        }
        return found
    }
}
