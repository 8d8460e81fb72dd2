import PassCore
import PassDomain
package import PassMVPD

extension Configuration {
    /// The settings of the simulated MVPDs and their subscribers that a World's catalog doesn't contain.
    package var simulatedMVPDs: SimulatedMVPDs.Settings {
        SimulatedMVPDs.Settings(
            mvpds: Dictionary(
                uniqueKeysWithValues: mvpds.map { (MVPDID(rawValue: $0), behaviour(of: completed($1))) }),
            accounts: Dictionary(
                uniqueKeysWithValues: subscribers.map { (SubscriberID(rawValue: $0), Self.account($0, $1)) }))
    }

    private func behaviour(of mvpd: MVPD) -> SimulatedMVPD {
        var result = SimulatedMVPD()
        result.pages = mvpd.pages?.pages ?? result.pages
        result.hasRelativeForms = mvpd.relativeForms ?? result.hasRelativeForms
        result.pageDelayMilliseconds = mvpd.pageDelayMilliseconds ?? result.pageDelayMilliseconds
        result.sessionTimeToLive = mvpd.sessionSeconds.map { .seconds(Int64($0)) } ?? result.sessionTimeToLive
        result.homeSubscriber = mvpd.homeSubscriber.map { SubscriberID(rawValue: $0) }
        return result
    }

    private static func account(_ name: String, _ subscriber: Subscriber) -> SubscriberAccount {
        let signIn: SubscriberAccount.SignIn =
            switch subscriber.signIn {
            case .succeeds: .succeeds
            case .refused: .refused(subscriber.message ?? "You can't sign in with this account. Call your provider.")
            case .breaks: .breaks
            }
        let entitlement: SubscriberAccount.Entitlement =
            switch subscriber.entitlement {
            case .everything: .everything
            case .nothing: .nothing(subscriber.message ?? Denial.notSubscribed.message)
            }
        return SubscriberAccount(
            id: SubscriberID(rawValue: name), password: subscriber.password,
            mvpds: subscriber.mvpds.map { Set($0.map { MVPDID(rawValue: $0) }) }, signIn: signIn,
            entitlement: entitlement,
            signInDelayMilliseconds: subscriber.delayMilliseconds, metadata: MetadataValues(subscriber.metadata.json))
    }
}

extension Configuration.MVPD.LoginPages {
    fileprivate var pages: SimulatedMVPD.LoginPages {
        switch self {
        case .form: .form
        case .twoPages: .twoPages
        case .metaRefresh: .metaRefresh
        case .scriptRedirect: .scriptRedirect
        case .bookends: .bookends
        case .json: .json
        case .consent: .consent
        }
    }
}

extension Configuration.MetadataValue {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        case .list(let elements): .array(elements.map(\.json))
        case .map(let map): .object(map.json)
        }
    }
}

extension [String: Configuration.MetadataValue] {
    fileprivate var json: [ExactText: JSONValue] {
        [ExactText: JSONValue](uniqueKeysWithValues: map { (ExactText($0), $1.json) })
    }
}
