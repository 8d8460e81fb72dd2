package import PassCore
package import PassDomain

/// The part of a simulated MVPD's behaviour that the service can't see: its pages, its delays and its browser sessions.
package struct SimulatedMVPD: Sendable, Hashable {
    /// The pages that the browser passes through between the login request and its answer.
    package var pages: LoginPages = .form
    /// Whether the forms of the MVPD's pages use addresses without scheme and host.
    package var hasRelativeForms = false
    /// The time that the MVPD takes to answer each page request, in milliseconds.
    package var pageDelayMilliseconds = 0
    /// The time to live of the MVPD's own browser session, which doesn't depend on the profiles that came from it.
    package var sessionTimeToLive: TimeToLive = .days(1)
    /// The subscriber whose home network all browsers seem to be in (home-based authentication); `nil` switches this
    /// off.
    package var homeSubscriber: SubscriberID?

    package init() {}

    /// The sequence of pages that a subscriber sees at the MVPD.
    package enum LoginPages: String, Sendable, Hashable, CaseIterable {
        /// User name and password on one page.
        case form
        /// The user name on one page, then the password on the next.
        case twoPages
        /// A page with a meta refresh before the form.
        case metaRefresh
        /// A page whose script continues to the form.
        case scriptRedirect
        /// Pages before and after the form, which count the browser's visits in hidden fields.
        case bookends
        /// A page whose script posts the credentials as JSON.
        case json
        /// The form, then a page that asks the subscriber whether the programmer may know who signed in.
        case consent
    }
}
