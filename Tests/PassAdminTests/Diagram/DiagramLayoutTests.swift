import PassCore
import Testing

@testable import PassAdmin

@Suite("The layout of a sequence diagram")
struct DiagramLayoutTests {
    /// A diagram with many messages of all lengths between all participants.
    private func diagram(_ count: Int, seed: UInt64) -> SequenceDiagram {
        var random = seed
        func next(_ below: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % below
        }
        var diagram = SequenceDiagram(title: "A flow")
        diagram.participants = SequenceDiagram.Role.allCases.map { .init(role: $0, name: "\($0)") }
        for index in 0..<count {
            let from = SequenceDiagram.Role.allCases[next(5)]
            let to = SequenceDiagram.Role.allCases[next(5)]
            let words = (0...next(12)).map { _ in String(repeating: "w", count: 1 + next(24)) }
            diagram.steps.append(
                .message(
                    .init(
                        from: from, to: to, isAnswer: index % 2 == 1,
                        words: words.joined(separator: next(2) == 0 ? " · " : " "),
                        reason: next(4) == 0 ? words.joined(separator: " ") : "", isRefused: next(4) == 0,
                        fault: next(6) == 0 ? "rule rule-1: \(words.joined(separator: " "))" : "",
                        isBroken: next(8) == 0,
                        exchanges: ["e\(index)"], time: Timestamp(milliseconds: 0), lastTime: Timestamp(milliseconds: 0)
                    )))
            if next(40) == 0 {
                diagram.steps.append(.clock("The clock was moved forwards by 31 days, to 1 Feb 2026, 00:00:30 UTC"))
            }
        }
        return diagram
    }

    @Test(
        "No label overlaps another one, a lifeline, a head, or the edge, however long a flow is",
        arguments: 1...6 as ClosedRange<UInt64>)
    func overlaps(_ seed: UInt64) {
        let layout = DiagramLayout(diagram(400, seed: seed))
        let labels = layout.rows.flatMap { $0.lines.map(\.box) }.sorted { $0.y < $1.y }
        #expect(labels.count >= 400)
        for (index, label) in labels.enumerated() {
            for other in labels[(index + 1)...].prefix(while: { $0.y < label.y + label.height }) {
                #expect(!label.overlaps(other), "\(label) \(other)")
            }
            for column in layout.columns {
                let line = DiagramLayout.Box(x: column.x - 2, y: 0, width: 4, height: layout.height)
                #expect(!label.overlaps(line), "\(label) \(column.name)")
            }
            #expect(label.x >= DiagramLayout.margin && label.x + label.width <= layout.width)
        }
        let others = layout.heads.flatMap { layout.headBoxes(at: $0) } + layout.bands.map(\.box)
        for box in others {
            #expect(!labels.contains { $0.overlaps(box) }, "\(box)")
            #expect(box.y + box.height <= layout.height && box.x + box.width <= layout.width)
        }
    }

    @Test("A line about the clock is at the left in short lines, so that it is visible on a phone")
    func bands() throws {
        var diagram = diagram(10, seed: 1)
        diagram.steps.append(.clock("The clock was moved forwards by 31 days, to 1 Feb 2026, 00:00:30 UTC"))
        let band = try #require(DiagramLayout(diagram).bands.last)
        #expect(band.lines.count == 2 && band.lines.allSatisfy { DiagramLayout.width(of: $0) <= 320 })
        #expect(band.box.x + 12 + 320 < 390)
    }

    @Test("The participants' names are repeated every thirty messages") func heads() {
        #expect(DiagramLayout(diagram(20, seed: 1)).heads.count == 2)
        #expect(DiagramLayout(diagram(120, seed: 1)).heads.count == 5)
    }

    @Test("A reason that doesn't fit is cut in the drawing and complete in the tooltip") func cut() {
        let long = (0..<40).map { "word\($0)" }.joined(separator: " ")
        var diagram = SequenceDiagram(title: "A flow")
        diagram.participants = [.init(role: .app, name: "App"), .init(role: .service, name: "Service")]
        let now = Timestamp(milliseconds: 0)
        diagram.steps = [
            .message(
                .init(
                    from: .app, to: .service, isAnswer: false, words: "GET x", reason: long, isRefused: true,
                    exchanges: ["e"], time: now, lastTime: now))
        ]
        let rows = DiagramLayout(diagram).rows
        #expect(rows[0].lines.count == 4 && rows[0].lines[3].text.hasSuffix("…"))
        #expect(DiagramSVG(diagram).text.contains(long))
    }
}
