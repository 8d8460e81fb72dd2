import PassCore
import PassInstruments

extension RequestLog.Entry {
    /// The entry as a line of text: `2031-05-14T08:30:00.250Z 127.0.0.1 default GET /path 200 1.234ms Operation`.
    ///
    /// The words of the outcome follow, if there is one: `denied noAuthZ resource=deny:news`. The mark `(fault)`, the
    /// exchange's ID in the journal and the client's `traceparent` come last, each if there is one.
    var textLine: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(160)
        line += CivilTime.isoDateWithMilliseconds(time).utf8
        for word in [peer, namespace, method, LogText.shortened(path)] {
            line.append(UInt8(ascii: " "))
            LogText.appendPrintable(word, to: &line)
        }
        line += " \(status) \(milliseconds)ms ".utf8
        LogText.appendPrintable(operation?.rawValue ?? "-", to: &line)
        if let outcome {
            line.append(UInt8(ascii: " "))
            line += OutcomeWords(outcome).text.utf8
        }
        if isFaulted { line += " (fault)".utf8 }
        if let exchange { line += " exchange=\(exchange)".utf8 }
        if let traceparent { line += " traceparent=\(traceparent)".utf8 }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The entry as a JSON object on one line.
    var jsonLine: [UInt8] {
        JSONWriter.object { line in
            line.member("time", CivilTime.isoDateWithMilliseconds(time))
            line.member("peer", LogText.printable(peer))
            line.member("namespace", namespace)
            line.member("method", LogText.printable(method))
            line.member("path", LogText.printable(LogText.shortened(path)))
            line.member("status", status)
            line.member("milliseconds", .number(Double(microseconds) / 1000))
            if let operation { line.member("operation", operation.rawValue) } else { line.memberNull("operation") }
            if let outcome { OutcomeWords(outcome).write(to: &line) }
            if isFaulted { line.member("fault", true) }
            line.memberIfPresent("exchange", exchange?.description)
            line.memberIfPresent("traceparent", traceparent)
        } + [UInt8(ascii: "\n")]
    }

    private var milliseconds: String {
        "\(microseconds / 1000).\(CivilTime.padded(microseconds % 1000, 3))"
    }
}

extension RequestLog.Note {
    var textLine: [UInt8] {
        let words = [CivilTime.isoDateWithMilliseconds(time), LogText.printable(peer ?? "-"), "-"]
        return Array("\(words.joined(separator: " ")) \(LogText.sentence(sentence))\n".utf8)
    }

    var jsonLine: [UInt8] {
        JSONWriter.object { line in
            line.member("time", CivilTime.isoDateWithMilliseconds(time))
            if let peer { line.member("peer", LogText.printable(peer)) } else { line.memberNull("peer") }
            line.member("event", LogText.sentence(sentence))
        } + [UInt8(ascii: "\n")]
    }
}
