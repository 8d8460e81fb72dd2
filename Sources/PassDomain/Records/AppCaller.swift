package import PassCore

/// An app of REST API v2, which holds no tokens, on one device, with the facts about the user that its call states.
package struct AppCaller: Sendable {
    /// The app and the device that the call names.
    package var owner: AppProfiles.Owner
    /// The app's generic data, a member of which identifies the holder of a promotional pass.
    package var passHolder: GenericData?
    /// The user's identities, through which this app may use profiles of other apps.
    package var identities: [SharedIdentity]
    /// The status of the partner's framework, as the app reports it; `nil` if the app reports none.
    package var framework: PartnerStatus?

    package init(
        owner: AppProfiles.Owner, passHolder: GenericData? = nil, identities: [SharedIdentity] = [],
        framework: PartnerStatus? = nil
    ) {
        self.owner = owner
        self.passHolder = passHolder
        self.identities = identities
        self.framework = framework
    }
}

extension AppCaller {
    /// Returns why the call doesn't prove the login in the partner's framework that the profile came from; `nil` if it
    /// does.
    func partnerRefusal(of entry: AppProfiles.Entry, _ catalog: Catalog, now: Timestamp) throws -> PartnerRefusal? {
        guard let framework else { return .permissionNotPresent }
        do {
            let provider = try framework.checkedProvider(now: now)
            let requestor = try catalog.requestor(owner.requestor)
            guard let mvpd = catalog.mvpd(ofPlatform: provider, for: requestor) else { return .providerNotDetermined }
            return mvpd.id == entry.profile.mvpd ? nil : .providerMismatch
        } catch let refusal as PartnerRefusal {
            return refusal
        }
    }
}

/// An identity that a user has in several apps, so that they can share the user's profiles (REST API v2, "platform
/// identity" and "service token").
package struct SharedIdentity: Sendable, Hashable {
    package var kind: Kind
    /// The subject of the token that proves the identity.
    package var subject: String

    /// The issuer of an identity.
    package enum Kind: String, Sendable, CaseIterable {
        /// The operating system of a device, e.g. Roku's or Amazon's.
        case platform
        /// The programmer's own identity service.
        case service
    }

    package init(kind: Kind, subject: String) {
        self.kind = kind
        self.subject = subject
    }

    /// The owner under which the profiles shared through the identity are stored, in place of an app on a device.
    ///
    /// The empty requestor distinguishes this owner from those of apps, because no requestor has an empty identifier.
    var owner: AppProfiles.Owner {
        .init(requestor: "", client: ClientID(rawValue: kind.rawValue), deviceID: ExactText(subject))
    }
}

/// The status of the user's login in a partner's framework, such as Apple's, as an app reports it (REST API v2,
/// "AP-Partner-Framework-Status").
package struct PartnerStatus: Sendable, Hashable {
    /// The user's permission, as the framework names it; `nil` if the app doesn't state it.
    package var access: String?
    /// The framework's identifier of the MVPD.
    package var provider: String?
    /// The expiry of the login in the framework; `nil` if the app doesn't state it in a valid form.
    package var expires: Timestamp?

    package init(access: String?, provider: String?, expires: Timestamp?) {
        self.access = access
        self.provider = provider
        self.expires = expires
    }

    /// Returns the framework's identifier of the MVPD, if the status proves a valid login.
    ///
    /// - Throws: the reason why the status proves no valid login.
    package func checkedProvider(now: Timestamp) throws(PartnerRefusal) -> String {
        switch access {
        case nil: throw .permissionNotPresent
        case "granted": break
        case "denied", "restricted": throw .permissionNotGranted
        default: throw .permissionNotDetermined
        }
        guard let provider else { throw .providerNotDetermined }
        guard let expires, now < expires else { throw .providerExpired }
        return provider
    }
}

extension RegistrationCode {
    /// The app and the device that asked for the login; `nil` for a code of any API other than REST API v2.
    package var owner: AppProfiles.Owner? {
        details[.client].map { client in
            .init(requestor: requestor, client: ClientID(rawValue: client), deviceID: deviceID)
        }
    }

    /// The identities through which the profile of the code's login is shared with other apps.
    var identities: [SharedIdentity] {
        [(SharedIdentity.Kind.platform, Detail.platformSubject), (.service, .serviceSubject)].compactMap {
            kind, detail in
            details[detail].map { SharedIdentity(kind: kind, subject: $0) }
        }
    }
}
