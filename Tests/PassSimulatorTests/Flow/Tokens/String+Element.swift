extension String {
    /// The text of the first element of that name.
    func element(_ name: String) -> String? {
        guard let start = firstRange(of: "<\(name)>"), let end = firstRange(of: "</\(name)>") else { return nil }
        return String(self[start.upperBound..<end.lowerBound])
    }
}
