/// A writer that encodes checks as bytes, one after another.
///
/// Bytes can be copied and freed all at once. If the checks themselves were stored, the references in them would have
/// to be retained and released one by one. Only the process that wrote the bytes reads them.
struct CheckWriter {
    private var start: UnsafeMutableRawPointer
    private var next: UnsafeMutableRawPointer
    private var end: UnsafeMutableRawPointer
    /// Whether the memory was allocated by the writer.
    private var isAllocated = false

    /// The number of bytes that are kept free for the next check, so that only texts have to request more. All other
    /// values of a check fit in these bytes.
    private static let reserve = 128

    /// Creates a writer that first writes to its owner's memory, and allocates memory of its own if that isn't enough.
    init(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        self.start = start
        next = start
        end = start + byteCount
    }

    /// The number of written bytes.
    var byteCount: Int { next - start }

    /// The written bytes, which are valid until the next write.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: byteCount) }

    /// Removes everything after the first `byteCount` bytes.
    mutating func cut(to byteCount: Int) {
        next = start + byteCount
    }

    /// Frees what the writer has allocated. The writer must not be used afterwards.
    func free() {
        if isAllocated { start.deallocate() }
    }

    /// Makes room for the values of one more check, and for a text of that many bytes.
    @inline(__always)
    mutating func makeRoom(forText count: Int = 0) {
        if end - next < count + Self.reserve { grow(by: count + Self.reserve) }
    }

    @inline(never)
    private mutating func grow(by added: Int) {
        let used = byteCount
        let capacity = max(2 * (end - start), used + added)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        memory.copyMemory(from: start, byteCount: used)
        free()
        (start, next, end, isAllocated) = (memory, memory + used, memory + capacity, true)
    }

    @inline(__always)
    mutating func store(_ value: some BitwiseCopyable) {
        next.storeBytes(of: value, as: type(of: value))
        next += MemoryLayout.size(ofValue: value)
    }

    /// Writes the length of a text, and its bytes.
    mutating func store(text bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(forText: bytes.count)
        store(UInt32(bytes.count))
        copy(UnsafeRawBufferPointer(bytes))
    }

    /// Adds checks that were written before.
    mutating func append(_ checks: UnsafeRawBufferPointer) {
        makeRoom(forText: checks.count)
        copy(checks)
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        next.copyMemory(from: source, byteCount: bytes.count)
        next += bytes.count
    }
}

/// Reads what a `CheckWriter` has written, in the same order.
struct CheckReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func take<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value {
        defer { place += MemoryLayout<Value>.size }
        return bytes.loadUnaligned(fromByteOffset: place, as: type)
    }

    mutating func takeText() -> String {
        let count = Int(take(UInt32.self))
        defer { place += count }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[place..<(place + count)]), as: UTF8.self)
    }
}
