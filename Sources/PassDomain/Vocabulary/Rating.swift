import PassCore

/// The audience that a program is suitable for, in the terms of one scheme (Media RSS 1.5.1, "media:rating").
package struct Rating: Sendable, Hashable {
    package var scheme: Scheme
    /// The rating as written, such as `PG-13` or `tv-pg`; the schemes ignore case.
    package var value: String

    /// The schemes that the simulator distinguishes.
    package enum Scheme: String, Sendable, CaseIterable {
        /// `urn:mpaa`: films, G to NC-17.
        case mpaa
        /// `urn:v-chip` or `urn:vchip`: television, TV-Y to TV-MA.
        case vchip
        /// `urn:simple`, also assumed where no scheme is named: adult or nonadult.
        case simple
        /// Any other scheme, for which there are no limits.
        case other
    }

    /// Creates a rating of the scheme with that URI.
    ///
    /// - Parameter scheme: the URI, or `nil` if none is given.
    package init(scheme: String?, _ value: String) {
        self.scheme =
            switch scheme?.asciiLowercased {
            case nil, "", "urn:simple": .simple
            case "urn:mpaa": .mpaa
            case "urn:v-chip", "urn:vchip": .vchip
            default: .other
            }
        self.value = value
    }

    private static let films = ["G", "PG", "PG-13", "R", "NC-17"]
    private static let television = ["TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"]

    /// Returns the position of a value in its scheme, strictest last; `nil` for a value that the scheme doesn't have.
    ///
    /// The suffix of a television rating, such as `-DLSV` or `-FV`, gives the reason for the rating and is ignored.
    fileprivate static func rank(_ value: String, in scale: [String]) -> Int? {
        let value = value.asciiUppercased
        return scale.indices.last { index in
            guard value.hasPrefix(scale[index]) else { return false }
            let next = value.dropFirst(scale[index].count).first
            if scale == television { return next == nil || next.map { "- (".contains($0) } == true }
            return next == nil
        }
    }

    /// The highest ratings that a subscriber may watch (user metadata `maxRating`); `nil` sets no limit for that
    /// scheme.
    package struct Limit: Sendable, Hashable {
        package var mpaa: String?
        package var vchip: String?

        package init(mpaa: String? = nil, vchip: String? = nil) {
            self.mpaa = mpaa
            self.vchip = vchip
        }

        /// Returns whether the rating is at or below the limit. Unknown ratings are allowed, as unrated programs are.
        ///
        /// The rating `adult` ranks with the highest rating of each scale.
        package func allows(_ rating: Rating) -> Bool {
            switch rating.scheme {
            case .mpaa: Self.isWithin(rating.value, mpaa, Rating.films)
            case .vchip: Self.isWithin(rating.value, vchip, Rating.television)
            case .simple:
                rating.value.asciiLowercased != "adult"
                    || Self.isWithin("NC-17", mpaa, Rating.films) && Self.isWithin("TV-MA", vchip, Rating.television)
            case .other: true
            }
        }

        private static func isWithin(_ value: String, _ limit: String?, _ scale: [String]) -> Bool {
            guard let limit = limit.flatMap({ Rating.rank($0, in: scale) }),
                let rank = Rating.rank(value, in: scale)
            else { return true }
            return rank <= limit
        }
    }
}
