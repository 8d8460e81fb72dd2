/// The published rules in the order of their numbers.
enum ClientRules {
    static let all: [ClientRule] =
        (ClientRule.registration + ClientRule.headers + ClientRule.transport + ClientRule.login + ClientRule.polling
        + ClientRule.profiles + ClientRule.decisions + ClientRule.logout + ClientRule.errors
        + ClientRule.temporaryAccess
        + ClientRule.singleSignOn + ClientRule.restV1 + ClientRule.accessEnabler + ClientRule.management).sorted {
            $0.id < $1.id
        }
}
