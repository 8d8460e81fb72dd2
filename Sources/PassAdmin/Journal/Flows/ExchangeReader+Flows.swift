extension ExchangeReader {
    /// Returns all exchanges, oldest first, each with its flow.
    func withFlows() -> [ReadExchange] { Flows(all()).exchanges }
}
