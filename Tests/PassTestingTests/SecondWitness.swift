import Foundation

/// `Tests/Clients/witness.py`: a client that shares no code with ours, as a command.
struct SecondWitness {
    /// What the witness read: `config`, and each element of `authn`, `authz` and `media`.
    struct Testimony: Decodable {
        struct Configuration: Decodable {
            var requestor: [String: String]
            var mvpds: [[String: Scalar]]
        }

        var config: Configuration
        var authn: [String: Scalar]
        var authz: [String: Scalar]
        var media: [String: Scalar]
    }

    /// A text, a flag, a list of texts, or nothing.
    enum Scalar: Decodable, Hashable {
        case text(String)
        case flag(Bool)
        case list([String])
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let list = try? container.decode([String].self) {
                self = .list(list)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    struct Failure: Error { var message: String }

    /// Goes through the whole chain; it waits on a thread of its own.
    static func testify(
        _ serviceProvider: String, requestor: String, mvpd: String, resource: String, device: String, statement: String
    ) async throws -> Testimony {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let statementFile = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try statement.write(to: statementFile, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: statementFile) }
        let arguments = [
            "python3", root.appendingPathComponent("Tests/Clients/witness.py").path, serviceProvider, "--requestor",
            requestor, "--mvpd", mvpd, "--resource", resource, "--device", device, "--statement", statementFile.path,
        ]
        let output: Result<Data, any Error> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { try run(arguments) })
            }
        }
        return try JSONDecoder().decode(Testimony.self, from: output.get())
    }

    private static func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: complaint, as: UTF8.self))
        }
        return data
    }
}
