/// A sequence diagram as an SVG image: without script, for light and dark backgrounds, with a title and a description
/// for screen readers.
///
/// Colours are attributes as well as classes, so the image also looks right where a page forbids its style sheet.
struct DiagramSVG {
    private(set) var text: String

    init(_ diagram: SequenceDiagram) {
        let layout = DiagramLayout(diagram)
        let (width, height) = (Self.number(layout.width), Self.number(layout.height))
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" aria-labelledby="diagram-title diagram-description" \
            font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="12">
            <title id="diagram-title">\(ShownText.xml(diagram.title))</title>
            <desc id="diagram-description">\(ShownText.xml(DiagramText(diagram).text))</desc>
            <style>\(Self.style)</style>
            <rect class="ground" width="100%" height="100%" fill="#ffffff"/>
            <text class="title" x="24" y="34" font-size="17" font-weight="600" \
            font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" fill="#1b1e24">\(ShownText.xml(diagram.title))</text>

            """
        for column in layout.columns {
            let (from, to) = (layout.heads.first ?? 0, layout.heads.last ?? 0)
            text += """
                <line class="lifeline" x1="\(Self.number(column.x))" y1="\(Self.number(from))" \
                x2="\(Self.number(column.x))" y2="\(Self.number(to))" stroke="#c3c9d4" stroke-width="1.5"/>

                """
        }
        for band in layout.bands { add(band) }
        for row in layout.rows { add(row) }
        for y in layout.heads { addHeads(layout, at: y) }
        text += "</svg>\n"
    }

    private mutating func addHeads(_ layout: DiagramLayout, at y: Double) {
        for (column, box) in zip(layout.columns, layout.headBoxes(at: y)) {
            text += """
                <g class="head"><rect \(Self.place(box)) rx="8" fill="#e9edf5" stroke="#b9c1d0"/>\
                <text x="\(Self.number(column.x))" y="\(Self.number(y + 20))" text-anchor="middle" font-size="13" \
                font-weight="600" fill="#1b1e24">\(ShownText.xml(column.name))</text></g>

                """
        }
    }

    private mutating func add(_ band: DiagramLayout.Band) {
        let kind = band.isClock ? "clock" : "omission"
        text += """
            <g class="\(kind)"><rect \(Self.place(band.box)) rx="6" \
            fill="\(band.isClock ? "#fff3d6" : "#f2f3f6")" stroke="\(band.isClock ? "#e0b64d" : "#c3c9d4")"/>
            """
        for (index, line) in band.lines.enumerated() {
            text += """
                <text x="\(Self.number(band.box.x + 12))" \
                y="\(Self.number(band.box.y + 17 + Double(index) * DiagramLayout.lineHeight))" \
                fill="\(band.isClock ? "#6b4a00" : "#585f6d")">\(ShownText.xml(line))</text>
                """
        }
        text += "</g>\n\n"
    }

    private mutating func add(_ row: DiagramLayout.Row) {
        let message = row.message
        let (line, words) =
            message.isRefused
            ? ("#c0232c", "#a3161f") : message.isAnswer ? ("#5c6675", "#3a414d") : ("#2356b8", "#1b1e24")
        var names = ["message", message.isAnswer ? "answer" : "request"]
        if message.isRefused { names.append("refused") }
        if !message.fault.isEmpty { names.append("faulted") }
        let all = message.exchanges.prefix(Self.mostLinks).joined(separator: " ")
        text += """
            <g class="\(names.joined(separator: " "))" data-exchange="\(ShownText.xml(message.exchanges.first ?? ""))" \
            data-exchanges="\(ShownText.xml(all))"><title>\(ShownText.xml(Self.tip(message)))</title>

            """
        if message.isRefused { text += ground(row) }
        if !message.isAnswer {
            text += """
                <text class="time" x="\(Self.number(DiagramLayout.margin - 14))" y="\(Self.number(row.y + 4))" \
                text-anchor="end" fill="#6b7280">\(ShownText.xml(row.time))</text>

                """
        }
        text += arrow(row, line)
        for label in row.lines {
            let colour = label.kind == .fault ? "#8a5200" : words
            let weight = label.kind == .words && message.isRefused ? " font-weight=\"600\"" : ""
            text += """
                <text class="\(label.kind.rawValue)" x="\(Self.number(label.x))" y="\(Self.number(label.y))" \
                text-anchor="middle" fill="\(colour)"\(weight)>\(ShownText.xml(label.text))</text>

                """
        }
        text += "</g>\n"
    }

    /// Returns the tinted background of a refusal's label.
    private func ground(_ row: DiagramLayout.Row) -> String {
        guard let first = row.lines.first?.box else { return "" }
        var (left, right, bottom) = (first.x, first.x + first.width, row.y + 3)
        for box in row.lines.map(\.box) {
            left = min(left, box.x)
            right = max(right, box.x + box.width)
            bottom = max(bottom, box.y + box.height + 3)
        }
        let box = DiagramLayout.Box(
            x: left - 8, y: row.top - 3, width: right - left + 16, height: bottom - row.top + 3)
        return "<rect class=\"alarm\" \(Self.place(box)) rx=\"5\" fill=\"#fdecec\"/>\n"
    }

    private func arrow(_ row: DiagramLayout.Row, _ colour: String) -> String {
        let direction = row.end >= row.start ? 1.0 : -1.0
        let isLoop = row.end == row.start
        // An answer that didn't arrive ends with a cross before its receiver.
        let tip = isLoop ? row.start + 18 : row.end - direction * (row.message.isBroken ? 22 : 2)
        let y = Self.number(row.y)
        let dash = row.message.isAnswer ? " stroke-dasharray=\"6 4\"" : ""
        let line = """
            <line class="arrow" x1="\(Self.number(row.start + direction * 2))" y1="\(y)" \
            x2="\(Self.number(tip - direction * (row.message.isBroken ? 0 : 7)))" y2="\(y)" stroke="\(colour)" stroke-width="1.6"\(dash)/>
            """
        let (x, height) = (tip, row.y)
        if row.message.isBroken {
            let (left, right) = (Self.number(x - 5), Self.number(x + 5))
            let (top, bottom) = (Self.number(height - 5), Self.number(height + 5))
            return line
                + "<path class=\"arrow\" d=\"M\(left) \(top)L\(right) \(bottom)M\(right) \(top)L\(left) \(bottom)\" stroke=\"\(colour)\" stroke-width=\"2.2\" fill=\"none\"/>\n"
        }
        let back = Self.number(x - direction * 9)
        return line
            + "<path class=\"point\" d=\"M\(Self.number(x)) \(y)L\(back) \(Self.number(height - 4.5))L\(back) \(Self.number(height + 4.5))Z\" fill=\"\(colour)\"/>\n"
    }

    /// Returns the whole text of a message, which a label may have to cut.
    private static func tip(_ message: SequenceDiagram.Message) -> String {
        var parts = [message.words]
        if message.count > 1 { parts.append("\(message.count) times") }
        if !message.reason.isEmpty { parts.append(message.reason) }
        if !message.fault.isEmpty { parts.append(message.fault) }
        return parts.joined(separator: "\n")
    }

    /// The maximum number of exchanges that an arrow names.
    private static let mostLinks = 100

    private static let style = """
        @media (prefers-color-scheme:dark){.ground{fill:#14171d}.title,.head text{fill:#eceef2}\
        .lifeline{stroke:#3a4150}.head rect{fill:#232936;stroke:#475066}.clock rect{fill:#3a2f12;stroke:#8a6d1f}\
        .clock text{fill:#f2d58a}.omission rect{fill:#1c2029;stroke:#3a4150}.omission text{fill:#a9b0bd}\
        .time{fill:#98a1b0}.request text.words{fill:#eceef2}.answer text.words{fill:#c4cad5}\
        .request .arrow{stroke:#84a9ff}.request .point{fill:#84a9ff}.answer .arrow{stroke:#98a1b0}\
        .answer .point{fill:#98a1b0}.alarm{fill:#43191d}.refused .arrow{stroke:#ff8b86}.refused .point{fill:#ff8b86}\
        .refused text.words,.refused text.reason{fill:#ffb3ae}text.fault{fill:#f2c46d}}
        """

    private static func place(_ box: DiagramLayout.Box) -> String {
        "x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" height=\"\(number(box.height))\""
    }

    /// Returns a number with at most one digit after the point.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
