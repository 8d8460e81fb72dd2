import FoundationEssentials
import PassFuzzTargets

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// pass-fuzz list                                  the targets' names
// pass-fuzz prepare TARGET FOLDER                 writes its seeds and its dictionary there
// pass-fuzz run TARGET [ARGUMENTS OF LIBFUZZER]   looks for inputs that break it

/// The function of libFuzzer that a program with a `main` of its own calls.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

func fail(_ message: String) -> Never {
    print(message)
    exit(2)
}

/// What libFuzzer calls; set once, before it begins.
nonisolated(unsafe) var test: FuzzTarget.Run = { _ in }

let words = CommandLine.arguments
guard words.count >= 2 else { fail("pass-fuzz list | prepare TARGET FOLDER | run TARGET [ARGUMENTS]") }
if words[1] == "list" {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
}
guard words.count >= 3, let target = FuzzTarget.all.first(where: { $0.name == words[2] }) else {
    fail("There is no such target; they are: \(FuzzTarget.all.map(\.name).joined(separator: ", ")).")
}

switch words[1] {
case "prepare" where words.count == 4:
    try prepare(target, folder: words[3])
case "run":
    test = try await target.prepare()
    var arguments = ([words[0], "-max_len=\(target.maximumBytes)"] + words[3...]).map { strdup($0) }
    var count = Int32(arguments.count)
    let status = arguments.withUnsafeMutableBufferPointer { buffer in
        guard var first = buffer.baseAddress else { return Int32(2) }
        return runDriver(&count, &first) { bytes, count in
            do {
                try test(Array(UnsafeBufferPointer(start: bytes, count: count)))
            } catch {
                print("Broken: \(error)")
                fflush(nil)
                abort()
            }
            return 0
        }
    }
    exit(status)
default: fail("pass-fuzz has no command \(words[1]) of that form.")
}

/// Seeds by their place in the list, past crashes by their name; the dictionary is in libFuzzer's form.
func prepare(_ target: FuzzTarget, folder: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/corpus", withIntermediateDirectories: true)
    let seeds = try target.seeds() + target.crashes().map(\.bytes)
    for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: URL(filePath: "\(folder)/corpus/seed-\(index)"))
    }
    let lines = target.words.map { word in
        let letters = word.utf8.map { byte in
            let hex = String(byte, radix: 16)
            return "\\x" + (hex.count == 1 ? "0" : "") + hex
        }
        return "\"\(letters.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: folder + "/words.dict"))
}
