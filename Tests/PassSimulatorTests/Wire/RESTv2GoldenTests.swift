import Testing

@Suite("Golden exchanges of REST API v2")
struct RESTv2GoldenTests {
    @Test("Every exchange is answered byte for byte as its golden file says", arguments: RESTv2Scene.exchanges)
    func exchange(_ exchange: GoldenExchange) throws {
        let scene = try RESTv2Scene(exchange)
        let answer = scene.site.send(try exchange.request(scene.values, on: scene.site))
        let actual = try exchange.difference(answer)
        #expect(actual == nil, "\(exchange.name) is answered otherwise:\n\(actual ?? "")")
    }
}
