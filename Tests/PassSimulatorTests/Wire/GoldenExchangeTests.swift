import Testing

@Suite("Golden exchanges of the AccessEnabler backend")
struct GoldenExchangeTests {
    @Test("Every exchange is answered byte for byte as its golden file says", arguments: GoldenExchange.all)
    func exchange(_ exchange: GoldenExchange) throws {
        let scene = try GoldenScene(exchange)
        let answer = scene.site.send(try exchange.request(scene.values, on: scene.site))
        let actual = try exchange.difference(answer)
        #expect(actual == nil, "\(exchange.name) is answered otherwise:\n\(actual ?? "")")
    }
}
