#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Requests that are sent in turn, each time with another number of eight digits in the places that are marked for it.
///
/// The file has one request after the other, before each a line with how many bytes it has; `########` marks a place.
struct PreparedRequests {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Request {
        var bytes: UnsafeRawBufferPointer
        var places: [UnsafeMutableRawPointer]
    }

    private static let digits = 8
    private var requests: [Request] = []
    private var turn = -1
    /// The number of the last request, as text.
    private let number: UnsafeMutableRawBufferPointer

    /// Reads them; their memory is never freed.
    ///
    /// The first number is a random one, so that two runs ask for different things.
    init(file: String) throws {
        number = .allocate(byteCount: Self.digits, alignment: 8)
        for index in 0..<Self.digits {
            number[index] = UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"))
        }
        var rest = try Self.read(file)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard let count = Int(String(decoding: rest[..<end], as: UTF8.self)), count > 0, end + count < rest.endIndex
            else { throw Failure(description: "\(file) holds no requests with their lengths") }
            requests.append(Self.request(rest[(end + 1)...(end + count)]))
            rest = rest[(end + count + 1)...]
        }
        guard !requests.isEmpty, rest.isEmpty else {
            throw Failure(description: "\(file) ends within a request")
        }
    }

    /// The next request; its bytes stay as they are until it is its turn again.
    mutating func next() -> UnsafeRawBufferPointer {
        turn += 1
        if turn == requests.count { turn = 0 }
        var place = Self.digits - 1
        while place > 0, number[place] == UInt8(ascii: "9") {
            number[place] = UInt8(ascii: "0")
            place -= 1
        }
        number[place] = number[place] == UInt8(ascii: "9") ? UInt8(ascii: "0") : number[place] + 1
        let text = UnsafeRawBufferPointer(number).load(as: UInt64.self)
        for place in requests[turn].places { place.storeBytes(of: text, as: UInt64.self) }
        return requests[turn].bytes
    }

    private static func request(_ text: ArraySlice<UInt8>) -> Request {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 8)
        memory.copyBytes(from: text)
        let mark = [UInt8](repeating: UInt8(ascii: "#"), count: digits)
        var places: [UnsafeMutableRawPointer] = []
        var start = 0
        while start + digits <= memory.count {
            if memory[start..<start + digits].elementsEqual(mark), let base = memory.baseAddress {
                places.append(base + start)
                start += digits
            } else {
                start += 1
            }
        }
        return Request(bytes: UnsafeRawBufferPointer(memory), places: places)
    }

    static func read(_ file: String) throws -> [UInt8] {
        guard let stream = fopen(file, "rb") else { throw Failure(description: "\(file) can't be opened") }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&piece, 1, piece.count, stream), count > 0 { bytes += piece[..<count] }
        return bytes
    }
}
