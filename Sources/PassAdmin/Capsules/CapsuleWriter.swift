import PassCore
import PassDomain
import PassEndpointKit
import PassInstruments
import PassTokens

/// Writes a capsule.
struct CapsuleWriter {
    let world: World
    let reader: ExchangeReader
    /// The state with which the namespace began.
    let start: NamespaceStart
    /// The namespace's state now, as a snapshot file.
    let state: [UInt8]
    /// Replaces secrets with pseudonyms; `nil` shows the secrets.
    let mask: SecretMask?
    let inspector: TokenInspector
    var title: String?
    /// The maximum length of the file in bytes.
    var longest = CapsuleDocument.longest

    /// Returns the capsule; `nil` if it would be too long even without exchanges.
    ///
    /// If the capsule would be too long with all exchanges, it lacks the oldest ones, and its `complete` is `false`.
    func bytes(now: Timestamp) -> [UInt8]? {
        let view = reader.view()
        let steps = reader.journal.changes.map(line(of:))
        let state = masked(state)
        let start = masked(startText(now: view.exchanges(view.places.prefix(1)).first?.entry.time ?? now))
        let room = longest - 65_536 - state.count - start.count - steps.reduce(0) { $0 + $1.count + 2 }
        guard room > 0 else { return nil }
        let lines = lastLines(view, atMost: room)
        let isComplete = reader.journal.isComplete && reader.isAlone && lines.count == view.places.count
        var file = head(now: now, isComplete: isComplete)
        file += Array("\"start\":".utf8) + start + Array(",\n\"state\":".utf8) + state
        file += Array(",\n\"turns\":".utf8) + turns
        append("steps", steps, to: &file)
        append("exchanges", lines, to: &file)
        file += Array("\n}\n".utf8)
        return file
    }

    /// Returns the lines of as many of the last exchanges as fit into a number of bytes, oldest first.
    private func lastLines(_ view: JournalView, atMost bytes: Int) -> [[UInt8]] {
        var (lines, room, end) = ([[UInt8]](), bytes, view.places.upperBound)
        while end > view.places.lowerBound {
            let begin = max(view.places.lowerBound, end - Journal.step)
            for exchange in view.exchanges(begin..<end).reversed() {
                let line = line(of: exchange, view)
                room -= line.count + 2
                if room < 0 { return lines.reversed() }
                lines.append(line)
            }
            end = begin
        }
        return lines.reversed()
    }

    private func head(now: Timestamp, isComplete: Bool) -> [UInt8] {
        let members = JSONWriter.object { head in
            head.member("format", CapsuleDocument.format)
            head.member("version", CapsuleDocument.version)
            head.memberIfPresent("title", title.map { mask?.text($0) ?? $0 })
            head.member("savedAt", CivilTime.isoDateWithMilliseconds(now))
            head.member("namespace", reader.namespace.rawValue)
            head.member("secrets", (mask == nil ? SecretDisplay.shown : .masked).rawValue)
            head.member("complete", isComplete)
        }
        return Array("{\n".utf8) + members.dropFirst().dropLast() + Array(",\n".utf8)
    }

    private func append(_ name: String, _ lines: [[UInt8]], to file: inout [UInt8]) {
        file += Array(",\n\"\(name)\":[".utf8)
        for (index, line) in lines.enumerated() {
            file += Array((index == 0 ? "\n" : ",\n").utf8) + line
        }
        file += Array((lines.isEmpty ? "]" : "\n]").utf8)
    }

    private func masked(_ document: [UInt8]) -> [UInt8] { mask?.document(document) ?? document }

    /// Returns the state of the namespace when it began, in the form of a snapshot without records.
    private func startText(now: Timestamp) -> [UInt8] {
        JSONWriter.object { file in
            file.member("format", SnapshotDocument.format)
            file.member("version", SnapshotDocument.version)
            file.memberObject("clock") { clock in
                clock.member("now", CivilTime.isoDateWithMilliseconds(now))
                clock.member("frozen", true)
            }
            file.memberObject("keys") { _ in }
            file.members(Array("\"configuration\":".utf8) + start.settings)
            if let position = start.identifiers {
                file.memberObject("identifiers") { $0.member("position", SnapshotDocument.text(of: position)) }
            }
            file.memberArray("rules") { SnapshotText.write(start.rules, counters: false, to: &$0) }
            file.memberObject("records") { _ in }
        }
    }

    private var turns: [UInt8] {
        JSONWriter.array { list in
            for turn in reader.journal.clockTurns {
                list.elementObject { object in
                    object.member("position", turn.position.description)
                    object.memberObject("before") { Self.write(turn.before, to: &$0) }
                    object.memberObject("after") { Self.write(turn.after, to: &$0) }
                }
            }
        }
    }

    private static func write(_ reading: ClockTurn.Reading, to object: inout JSONWriter) {
        object.member("now", CivilTime.isoDateWithMilliseconds(reading.time))
        object.member("frozen", reading.isFrozen)
        object.member("scale", JSONValue.number(reading.scale))
    }

    private func line(of step: JournalStep) -> [UInt8] {
        let line = JSONWriter.object { object in
            object.member("position", step.position.description)
            object.member("time", CivilTime.isoDateWithMilliseconds(step.time))
            switch step.change {
            case .operation(let entry):
                let record = ExchangeRecord(reader.read(entry), mask: mask)
                object.memberObject("operation") { ExchangeLine.write(record, mask: mask, to: &$0) }
            case .rules(let rules): object.memberArray("rules") { SnapshotText.write(rules, counters: false, to: &$0) }
            // Settings are written as a string, which keeps the order of their members: pickers list MVPDs in that
            // order.
            case .settings(let settings):
                object.member("settings", String(decoding: masked(settings), as: UTF8.self))
            }
        }
        if case .rules = step.change { return masked(line) }
        return line
    }

    private func line(of exchange: ReadExchange, _ view: JournalView) -> [UInt8] {
        let record = ExchangeRecord(exchange, mask: mask)
        return JSONWriter.object { line in
            ExchangeLine.write(record, mask: mask, to: &line)
            guard let answer = exchange.entry.answer else { return }
            if exchange.entry.importedID == nil {
                let device = view.loginDevice(for: exchange.entry.id)
                let explanation = Explanation(
                    exchange, answer, loginDevice: device, loggedOut: view.loggedOut(before: exchange.entry.id),
                    mask: mask)
                line.memberObject("explanation") { explanation.write(to: &$0, mask: mask) }
            } else if let explanation = answer.circumstances.notes?.explanation {
                line.members(Array("\"explanation\":".utf8) + masked(explanation))
            }
            if let decoded = answer.circumstances.notes?.decoded {
                line.members(Array("\"decoded\":".utf8) + masked(decoded))
            } else {
                let content = DecodedContent(
                    record: record, unmasked: mask == nil ? nil : ExchangeRecord(exchange, mask: nil), mask: mask,
                    inspector: inspector, now: exchange.entry.time)
                line.memberObject("decoded") { content.write(to: &$0) }
            }
        }
    }
}
