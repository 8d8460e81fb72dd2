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
        // A sign and 19 digits.
        out.write(upTo: 20) { target in
            var (rest, count) = (value.magnitude, value < 0 ? 1 : 0)
            repeat {
                (rest, count) = (rest / 10, count + 1)
            } while rest > 0
            target.pointee = UInt8(ascii: "-")
            var place = count
            rest = value.magnitude
            repeat {
                place -= 1
                target[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            return count
        }
    }
}
