import PassCore
import PassHTTP

extension FuzzTarget {
    /// Responses, as the project's own client reads them: cut up in any way alike, and written again the same.
    static let httpResponse = FuzzTarget(
        "http-response", maximumBytes: 2_048,
        words: [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.0 404 \r\n", "HTTP/1.1 100 Continue\r\n\r\n", "Content-Length: 3\r\n",
            "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", "\r\n\r\n", "HTTP/1.1 204 No Content\r\n", "Date: ",
        ],
        seeds: {
            try Seeds.files("Wire", "response.http").prefix(40)
                + Seeds.texts(
                    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc",
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                    "HTTP/1.1 304 Not Modified\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
        },
        run: { bytes in
            let method = [HTTPMethod.get, .head, .connect][bytes.digest % 3]
            let whole = Outcome(of: [bytes], answering: method)
            let parted = Outcome(of: bytes.halves, answering: method)
            try require(whole == parted, "cut in two: \(parted) instead of \(whole)")
            if bytes.count <= 256 {
                try require(whole == Outcome(of: bytes.map { [$0] }, answering: method), "byte by byte: not \(whole)")
            }
            guard case .response(let response) = whole else { return }
            try require(response.body.count <= Transcript.limits.bodyBytes, "a body is larger than the limit")
            try requireWrittenSame(response)
        })

    private static func requireWrittenSame(_ response: HTTPResponse) throws {
        guard response.status.code >= 200 else { return }
        var output = OutputBuffer()
        HTTPResponseSerializer(method: .get, version: .http11, keepsAlive: true)
            .write(response, HTTPDateCache(now: Timestamp(seconds: 0)), into: &output)
        var parser = HTTPResponseParser(answering: .get, limits: HTTPLimits())
        guard let again = try parser.receive(output.bytes) else {
            throw BrokenProperty(description: "what was written isn't a whole response")
        }
        let hasContent = ![204, 304].contains(response.status.code)
        try require(parser.remainder.isEmpty, "what was written is more than one response")
        try require(again.status.code == response.status.code, "another status was written")
        try require(again.body == (hasContent ? response.body : []), "another body was written")
        let framing: Set = ["content-length", "transfer-encoding", "connection", "date"]
        func fields(_ response: HTTPResponse) -> [String] {
            response.fields.pairs.filter { !framing.contains($0.name.lowercased()) }.map { "\($0.name): \($0.value)" }
        }
        try require(fields(again) == fields(response), "other fields were written: \(fields(again))")
    }

    /// What becomes of a response's bytes, with the end of the connection behind them.
    private enum Outcome: Equatable {
        case response(HTTPResponse)
        case refused(HTTPStatus, String)

        init(of runs: [[UInt8]], answering method: HTTPMethod) {
            var parser = HTTPResponseParser(answering: method, limits: Transcript.limits)
            do throws(HTTPSyntaxError) {
                for run in runs {
                    let result = run.withUnsafeBytes { bytes in
                        Result { () throws(HTTPSyntaxError) in try parser.receive(bytes) }
                    }
                    if let response = try result.get() {
                        self = .response(response)
                        return
                    }
                }
                self = .response(try parser.end())
            } catch {
                self = .refused(error.status, error.message)
            }
        }

        static func == (left: Outcome, right: Outcome) -> Bool {
            switch (left, right) {
            case (.response(let left), .response(let right)):
                left.status == right.status && left.body == right.body
                    && left.fields.pairs.elementsEqual(right.fields.pairs, by: ==)
            case (.refused(let left, let why), .refused(let right, let because)): left == right && why == because
            default: false
            }
        }
    }
}
