import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// Seals a login into the parameter `login`, which a form has in a hidden field and in its address, so the pages of a
/// login need no cookie.
///
/// The text can be opened only at the same MVPD in the same World.
struct LoginSealer {
    let sealer: Sealer

    /// The name of the field or parameter with the sealed login.
    static let field = "login"

    func seal(_ login: Login, at site: MVPDSite, in world: World) -> String {
        let text = FormFields.encode(login.fields)
        return Base64.encode(sealer.seal(Array(text.utf8), context: context(site, world)), .url)
    }

    /// Opens the login that came with a form or an address.
    ///
    /// The form's login takes precedence over the address's, which a client may have kept from an earlier page.
    ///
    /// - Throws: `EntitlementFailure.loginRefused` for a login that was altered or has expired; `.missingParameter` if
    ///   there is none.
    func open(
        _ parameters: Parameters, _ exchange: Exchange, at site: MVPDSite
    ) throws(EntitlementFailure) -> Login {
        guard let text = parameters.all(Self.field).last(where: { !$0.isEmpty }) else {
            throw .missingParameter(Self.field)
        }
        guard let sealed = Base64.decode(text, .url),
            let bytes = sealer.open(sealed, context: context(site, exchange.world)),
            let form = try? FormFields.parse(bytes), let login = Login(form)
        else { throw .loginRefused("This login doesn't belong to this provider. Start again from the app.") }
        guard !login.isOver(at: exchange.now) else {
            throw .loginRefused("This login has taken too long. Start again from the app.")
        }
        return login
    }

    private func context(_ site: MVPDSite, _ world: World) -> String {
        "login at \(site.mvpd.id) in \(world.name)"
    }
}

extension MVPDSite {
    /// Returns the address to which a page's form posts, with the login, which the form also has in a hidden field.
    ///
    /// Some clients without a browser post only what the subscriber typed, so the login is in the query, too. Some
    /// clients take any `action` for a whole URL, so the address is absolute unless the MVPD is configured otherwise. A
    /// login that is too long for the URLs that servers and browsers accept is only in the hidden field.
    ///
    /// - Parameter login: the sealed login, which has no character that HTML or a URL would have to escape.
    func action(_ page: String, _ login: String) -> String {
        let url = behaviour.hasRelativeForms ? path(page) : self.url(page)
        return login.utf8.count <= Self.longestLoginInAction ? "\(url)?\(LoginSealer.field)=\(login)" : url
    }

    private static let longestLoginInAction = 4096
}
