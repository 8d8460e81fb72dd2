extension JSONWriter {
    /// The name of a member.
    package enum Name: Sendable, ExpressibleByStringLiteral {
        /// A name in the code, which needs no escapes.
        case literal(StaticString)
        /// A name from outside or from a list.
        case text(String)

        package init(stringLiteral name: StaticString) {
            self = .literal(name)
        }
    }

    /// Writes an integer in decimal digits.
    mutating func digits(_ value: Int64) {
        // A sign and 19 digits, which are first written after their final place, from the last to the first.
        let most = 20
        out.write(upTo: 2 * most) { target in
            var (rest, first) = (value.magnitude, 2 * most)
            repeat {
                first -= 1
                target[first] = UInt8(truncatingIfNeeded: rest % 10) | UInt8(ascii: "0")
                rest /= 10
            } while rest > 0
            if value < 0 {
                first -= 1
                target[first] = UInt8(ascii: "-")
            }
            target.update(from: target + first, count: 2 * most - first)
            return 2 * most - first
        }
    }
}
