import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// Seals a login into the text `login` of a form's hidden field and its address, so that no cookie has to survive the chain.
///
/// The text opens only at the same MVPD in the same World.
struct LoginSealer {
    let sealer: Sealer

    static let field = "login"

    func seal(_ login: Login, at provider: Provider, in world: World) -> String {
        let text = FormFields.encode(login.fields)
        return Base64.encode(sealer.seal(Array(text.utf8), context: context(provider, world)), .url)
    }

    /// The login that came with a form or an address.
    ///
    /// The form's own counts before that of its address, which a client may have kept from an earlier page.
    ///
    /// - Throws: `EntitlementFailure.loginRefused` for an altered one and one that has taken too long.
    func open(
        _ parameters: Parameters, _ exchange: Exchange, at provider: Provider
    ) throws(EntitlementFailure) -> Login {
        guard let text = parameters.all(Self.field).last(where: { !$0.isEmpty }) else {
            throw .missingParameter(Self.field)
        }
        guard let sealed = Base64.decode(text, .url),
            let bytes = sealer.open(sealed, context: context(provider, exchange.world)),
            let form = try? FormFields.parse(bytes), let login = Login(form)
        else { throw .loginRefused("This login doesn't belong to this provider. Start again from the app.") }
        guard !login.isOver(at: exchange.now) else {
            throw .loginRefused("This login has taken too long. Start again from the app.")
        }
        return login
    }

    private func context(_ provider: Provider, _ world: World) -> String {
        "login at \(provider.mvpd.id) in \(world.name)"
    }
}
