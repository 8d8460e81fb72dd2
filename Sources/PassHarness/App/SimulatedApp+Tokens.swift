import AccessEnabler

/// The values that scenarios read from stores, tokens and callbacks.
extension SimulatedApp {
    /// Returns the authN token that a requestor has at an MVPD on this device.
    ///
    /// Both parameters are roles.
    func authentication(_ requestor: String, _ provider: String) -> StoredToken? {
        store.shared.partitions.values.lazy
            .compactMap { $0.requestors[self.cast[requestor]]?.providers[self.cast[provider]]?.authentication }.first
    }

    /// The GUIDs in the tracking events of logins and authorizations.
    var trackedGUIDs: [String] {
        trackingEvents.filter { $0.event != TRACKING_MVPD_SELECTION }.compactMap { $0.values[2] }
    }

    /// The values of the `setMetadataStatus` callbacks (META) that are text.
    var metadataTexts: [String] {
        events.compactMap { event in
            if case .setMetadataStatus(let value, _, _, _) = event { value?.stringValue } else { nil }
        }
    }
}

extension String {
    /// Returns the content of the first XML element of that name, unparsed.
    func part(of element: String) -> String? {
        guard let start = firstRange(of: "<\(element)>")?.upperBound,
            let end = self[start...].firstRange(of: "</\(element)>")?.lowerBound
        else { return nil }
        return String(self[start..<end])
    }
}
