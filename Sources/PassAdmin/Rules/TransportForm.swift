import PassCore
import PassDomain
import PassHTTP

/// The form in which rules name transport faults.
///
/// A fault is written as its name, or as an object with the name (`fault`) and its numeric parameters.
enum TransportForm {
    private enum Name: String, CaseIterable {
        case resetBefore
        case resetAfterHead
        case resetWithin
        case resetAfter
        case stall
        case stallAfterHead
        case stallWithin
        case dribble
        case truncated
        case wrongLength
        case garbage
        case empty
        case neverAccept

        /// The names of the fault's numeric parameters.
        var members: [String] {
            switch self {
            case .resetWithin, .stallWithin, .truncated: ["bytes"]
            case .dribble: ["bytes", "everyMs"]
            case .wrongLength: ["by"]
            case .neverAccept: ["seconds"]
            case .resetBefore, .resetAfterHead, .resetAfter, .stall, .stallAfterHead, .garbage, .empty: []
            }
        }
    }

    /// The names of the numeric parameters of all faults.
    private static let numbers = ["bytes", "everyMs", "by", "seconds"]

    static func read(_ value: JSONValue, at place: String) throws(EntitlementFailure) -> TransportFault {
        if let text = value.stringValue {
            return try fault(name(text, at: place), ControlContent(.object([:]), names: [], at: place))
        }
        let content = try ControlContent(value, names: ["fault"] + numbers, at: place)
        let name = try name(content.requiredText("fault"), at: place + ".fault")
        for member in numbers where content[member] != nil && !name.members.contains(member) {
            throw content.malformed(member, "has no effect on \(name.rawValue)")
        }
        return try fault(name, content)
    }

    private static func name(_ text: String, at place: String) throws(EntitlementFailure) -> Name {
        guard let name = Name.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            throw .malformedParameter(
                place, reason: "isn't one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return name
    }

    private static func fault(_ name: Name, _ content: ControlContent) throws(EntitlementFailure) -> TransportFault {
        let bytes = Int(try content.integer("bytes", in: 1...1_048_576) ?? 1)
        let interval = Int(try content.integer("everyMs", in: 1...60_000) ?? 100)
        let difference = Int(try content.integer("by", in: -1_048_576...1_048_576) ?? 10)
        let seconds = Int(try content.integer("seconds", in: 1...600) ?? 10)
        return switch name {
        case .resetBefore: .reset(after: .nothing)
        case .resetAfterHead: .reset(after: .head)
        case .resetWithin: .reset(after: .content(bytes))
        case .resetAfter: .reset(after: .everything)
        case .stall: .stall(after: .nothing)
        case .stallAfterHead: .stall(after: .head)
        case .stallWithin: .stall(after: .content(bytes))
        case .dribble: .dribble(bytes: bytes, everyMilliseconds: interval)
        case .truncated: .close(after: .content(bytes))
        case .wrongLength: .wrongLength(by: difference)
        case .garbage: .garbage
        case .empty: .close(after: .nothing)
        case .neverAccept: .neverAccept(milliseconds: seconds * 1_000)
        }
    }

    /// Returns a fault as JSON, with all its numeric parameters, even one that has its default value.
    static func value(of fault: TransportFault) -> JSONValue {
        switch fault {
        case .reset(let part): value(of: part, .resetBefore, .resetAfterHead, .resetWithin, .resetAfter)
        case .stall(let part): value(of: part, .stall, .stallAfterHead, .stallWithin, .stallWithin)
        case .close(let part): value(of: part, .empty, .truncated, .truncated, .truncated)
        case .dribble(let bytes, let interval):
            object(.dribble, [("bytes", bytes), ("everyMs", interval)])
        case .wrongLength(let difference): object(.wrongLength, [("by", difference)])
        case .garbage: .string(Name.garbage.rawValue)
        case .neverAccept(let milliseconds): object(.neverAccept, [("seconds", milliseconds / 1_000)])
        }
    }

    private static func value(
        of part: TransportFault.Part, _ nothing: Name, _ head: Name, _ within: Name, _ everything: Name
    ) -> JSONValue {
        switch part {
        case .nothing: .string(nothing.rawValue)
        case .head: .string(head.rawValue)
        case .content(let bytes): object(within, [("bytes", bytes)])
        case .everything: .string(everything.rawValue)
        }
    }

    private static func object(_ name: Name, _ numbers: [(String, Int)]) -> JSONValue {
        var members: [ExactText: JSONValue] = ["fault": .string(name.rawValue)]
        for (name, number) in numbers { members[ExactText(name)] = .integer(Int64(number)) }
        return .object(members)
    }
}
