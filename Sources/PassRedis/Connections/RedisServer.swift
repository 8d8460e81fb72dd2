package import PassCrypto
import PassNetwork

/// The place of a Valkey or Redis server, with the credentials and settings for connecting to it.
package struct RedisServer: Sendable {
    package var place: RedisPlace
    /// The number of the database.
    package var database: Int
    package var user: String?
    package var password: String?
    /// The settings of TLS; `nil` for plain TCP.
    package var tls: TLSClientContext?
    /// The maximum time to connect and log in, in milliseconds.
    package var connectMilliseconds: Int64 = 2_000
    /// The maximum time until all replies to the commands of an operation have arrived, in milliseconds.
    package var replyMilliseconds: Int64 = 5_000

    package init(
        _ place: RedisPlace, database: Int, user: String? = nil, password: String? = nil,
        tls: TLSClientContext? = nil
    ) {
        self.place = place
        self.database = database
        self.user = user
        self.password = password
        self.tls = tls
    }

    /// The address that messages show, without the user and the password.
    var name: String {
        let scheme = tls == nil ? "redis" : "rediss"
        return switch place {
        case .server(let address): "\(scheme)://\(address)/\(database)"
        case .sentinels(let sentinels, let master):
            "\(scheme)+sentinel://\(sentinels.map(\.description).joined(separator: ","))/\(master)/\(database)"
        }
    }
}
