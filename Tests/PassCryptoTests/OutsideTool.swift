import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The `openssl` command, the outside judge of what this module makes.
enum OutsideTool {
    struct Outcome {
        let status: Int32
        let output: [UInt8]
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs `openssl` with both its outputs in one file, and waits for its end.
    static func openssl(_ arguments: [String], in directory: TemporaryDirectory) throws -> Outcome {
        let output = directory.path("output-\(arguments.first ?? "")")
        var actions = posix_spawn_file_actions_t()
        try #require(posix_spawn_file_actions_init(&actions) == 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        try #require(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0)
        try #require(
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600) == 0)
        try #require(posix_spawn_file_actions_adddup2(&actions, 1, 2) == 0)
        var words: [UnsafeMutablePointer<CChar>?] = (["openssl"] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        try #require(posix_spawnp(&child, "openssl", &actions, nil, words, environ) == 0)
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            try #require(errno == EINTR)
        }
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        return Outcome(status: code, output: try TemporaryDirectory.contents(of: output))
    }
}
