/// The places of everything in a drawn sequence diagram, in pixels.
///
/// Each label is in the gap between two neighbouring lifelines, and each gap is wider than its widest label, so no
/// label crosses a lifeline, however long a flow is.
struct DiagramLayout {
    /// A rectangle.
    struct Box: Equatable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        func overlaps(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    /// A message with the places of its arrow and its label.
    struct Row {
        var message: SequenceDiagram.Message
        var time: String
        /// The horizontal positions of the arrow's ends, at the sender and at the receiver.
        var start: Double
        var end: Double
        /// The vertical position of the arrow.
        var y: Double
        var lines: [Line]
        /// The vertical position at which the row begins.
        var top: Double
    }

    /// A line of a label.
    struct Line {
        enum Kind: String {
            case words
            case reason
            case fault
        }

        var kind: Kind
        var text: String
        /// The horizontal position of the text's middle.
        var x: Double
        /// The vertical position of the text's baseline.
        var y: Double

        var box: Box {
            let width = DiagramLayout.width(of: text)
            return Box(x: x - width / 2, y: y - 11, width: width, height: 14)
        }
    }

    /// A box across all columns, with lines of text at its left, so that a narrow window shows them.
    struct Band {
        var lines: [String]
        var isClock: Bool
        var box: Box
    }

    private(set) var columns: [(name: String, role: SequenceDiagram.Role, x: Double)] = []
    private(set) var rows: [Row] = []
    private(set) var bands: [Band] = []
    /// The vertical positions of the participants' names: at the top, repeated within a long diagram, and at the end.
    private(set) var heads: [Double] = []
    private(set) var width: Double = 0
    private(set) var height: Double = 0

    /// The width of each character in the labels' font, which is monospaced.
    static let letter = 7.23
    static let headHeight = 30.0
    /// The space on the left, for times.
    static let margin = 96.0
    /// The maximum number of characters in a line; a longer text is broken or cut.
    static let longestLine = 44
    /// The number of messages after which the names of the participants are repeated.
    static let messagesBetweenHeads = 30
    static let lineHeight = 16.0
    private static let top = 58.0

    static func width(of text: String) -> Double { Double(text.count) * letter }

    /// Returns the width of the box around a participant's name.
    static func headWidth(_ name: String) -> Double { max(92, width(of: name) + 28) }

    /// Returns the boxes around the participants' names in the row at a vertical position.
    func headBoxes(at y: Double) -> [Box] {
        columns.map { column in
            let width = Self.headWidth(column.name)
            return Box(x: column.x - width / 2, y: y, width: width, height: Self.headHeight)
        }
    }

    init(_ diagram: SequenceDiagram) {
        let roles = diagram.participants.map(\.role)
        let labels = diagram.steps.map { $0.message.map(Self.label) ?? [] }
        var gaps = Array(repeating: 190.0, count: max(0, roles.count - 1))
        for (step, lines) in zip(diagram.steps, labels) {
            guard let message = step.message, let gap = Self.gap(of: message, roles) else { continue }
            let widest = lines.map { Self.width(of: $0.text) }.max() ?? 0
            gaps[gap] = max(gaps[gap], widest + 36)
        }
        var x = Self.margin + 52
        for (index, participant) in diagram.participants.enumerated() {
            columns.append((participant.name, participant.role, x))
            if index < gaps.count { x += gaps[index] }
        }
        // A single column has its labels on its right.
        width = max(x + (roles.count == 1 ? 340 : 60), Self.margin + Self.width(of: diagram.title) + 40)
        place(diagram, labels)
    }

    private mutating func place(_ diagram: SequenceDiagram, _ labels: [[(kind: Line.Kind, text: String)]]) {
        heads = [Self.top]
        var y = Self.top + Self.headHeight + 12
        var messages = 0
        for (step, lines) in zip(diagram.steps, labels) {
            switch step {
            case .message(let message):
                if messages >= Self.messagesBetweenHeads, !message.isAnswer {
                    heads.append(y + 8)
                    y += Self.headHeight + 22
                    messages = 0
                }
                messages += 1
                y = place(message, lines, time: diagram.sinceBegin(message.time), at: y)
            case .clock(let words): y = place(words, isClock: true, at: y)
            case .omission(let count): y = place("… \(count) exchanges are left out …", isClock: false, at: y)
            }
        }
        heads.append(y + 14)
        height = y + 14 + Self.headHeight + 18
    }

    /// Places a message below a vertical position, and returns the position at which the next row begins.
    private mutating func place(
        _ message: SequenceDiagram.Message, _ lines: [(kind: Line.Kind, text: String)], time: String, at top: Double
    ) -> Double {
        let (start, end) = (self.x(of: message.from), self.x(of: message.to))
        let roles = columns.map(\.role)
        let middle: Double
        if let gap = Self.gap(of: message, roles) {
            middle = (columns[gap].x + columns[gap + 1].x) / 2
        } else {
            middle = start + 24 + (lines.map { Self.width(of: $0.text) }.max() ?? 0) / 2
        }
        let above = lines.prefix { $0.kind == .words }
        let arrow = top + Double(above.count) * Self.lineHeight + 6
        var placed: [Line] = []
        for (index, line) in lines.enumerated() {
            let base =
                index < above.count
                ? top + Double(index) * Self.lineHeight + 12
                : arrow + Double(index - above.count) * Self.lineHeight + 16
            placed.append(Line(kind: line.kind, text: line.text, x: middle, y: base))
        }
        rows.append(
            Row(message: message, time: time, start: start, end: end, y: arrow, lines: placed, top: top))
        return arrow + Double(lines.count - above.count) * Self.lineHeight + 12
    }

    private mutating func place(_ text: String, isClock: Bool, at y: Double) -> Double {
        let lines = Self.broken(text)
        let widest = lines.map { Self.width(of: $0) }.max() ?? 0
        let height = 10 + Double(lines.count) * Self.lineHeight
        let box = Box(x: 16, y: y + 6, width: max(width - 32, widest + 24), height: height)
        width = max(width, box.x + box.width + 16)
        bands.append(Band(lines: lines, isClock: isClock, box: box))
        return y + height + 16
    }

    private func x(of role: SequenceDiagram.Role) -> Double { columns.first { $0.role == role }?.x ?? Self.margin }

    /// Returns the gap beside the sender in which a message has its label; `nil` if there is only one column.
    private static func gap(of message: SequenceDiagram.Message, _ roles: [SequenceDiagram.Role]) -> Int? {
        guard let from = roles.firstIndex(of: message.from), let to = roles.firstIndex(of: message.to), roles.count > 1
        else { return nil }
        return from < to || from == 0 ? from : from - 1
    }

    /// Returns the lines of a message's label.
    private static func label(_ message: SequenceDiagram.Message) -> [(kind: Line.Kind, text: String)] {
        let count = message.count > 1 ? " ×\(message.count)" : ""
        var lines = brokenAtDots(message.words + count).map { (kind: Line.Kind.words, text: $0) }
        lines += broken(message.reason).map { (.reason, $0) }
        lines += broken(message.fault).map { (.fault, $0) }
        return lines
    }

    /// Returns a text cut to at most `longest` characters; an ellipsis replaces the rest.
    private static func cut(_ text: String, _ longest: Int) -> String {
        text.count <= longest ? text : text.prefix(longest - 1) + "…"
    }

    /// Breaks a text at the dots between its parts into at most three lines.
    private static func brokenAtDots(_ text: String) -> [String] {
        var lines: [String] = []
        for part in text.split(separator: " · ").map(String.init) {
            if let last = lines.last, last.count + part.count + 3 <= longestLine || lines.count == 3 {
                lines[lines.count - 1] = last + " · " + part
            } else {
                lines.append(part)
            }
        }
        return lines.map { cut($0, longestLine) }
    }

    /// Breaks a text at spaces into at most three lines.
    private static func broken(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < longestLine {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(cut(String(word), longestLine))
            }
        }
        guard lines.count > 3 else { return lines }
        return Array(lines.prefix(2)) + [cut(lines[2] + " …", longestLine)]
    }
}
