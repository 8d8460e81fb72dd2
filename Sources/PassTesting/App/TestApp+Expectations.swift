import AccessEnabler

/// The expectations that tests have of an app.
///
/// An expectation that isn't met is reported at its line: as an issue in Swift Testing, as a failure in XCTest.
extension TestApp {
    /// Expects that the user may watch a resource.
    ///
    /// ```swift
    /// let token = await app.expectAuthorized("TEST_RESOURCE")
    /// ```
    ///
    /// - Returns: the media token; `nil` if the expectation isn't met.
    @discardableResult
    public func expectAuthorized(
        _ resource: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) async -> String? {
        do {
            return try await mediaToken(for: resource)
        } catch {
            CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
                .fail("\"\(resource)\" can't be watched: \(error)")
            return nil
        }
    }

    /// Expects that a user who is logged in may not watch a resource.
    ///
    /// ```swift
    /// await app.expectDenied("deny:news", saying: "Your package does not include this channel.")
    /// ```
    ///
    /// - Parameter reason: the MVPD's own words; `nil` accepts any.
    public func expectDenied(
        _ resource: String, saying reason: String? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        do {
            _ = try await mediaToken(for: resource)
            place.fail("\"\(resource)\" isn't denied: the app got a media token for it.")
        } catch .notAuthorized(_, let description) {
            if let reason, reason != description {
                place.fail("\"\(resource)\" is denied with the message \"\(description)\", not \"\(reason)\".")
            }
        } catch {
            place.fail("\"\(resource)\" failed for another reason than a denial: \(error)")
        }
    }

    /// Expects that the user is logged in.
    public func expectLoggedIn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async {
        if await !isLoggedIn {
            CodePlace(fileID: fileID, filePath: filePath, line: line, column: column).fail("The user isn't logged in.")
        }
    }

    /// Expects that no user is logged in.
    public func expectLoggedOut(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async {
        if await isLoggedIn {
            CodePlace(fileID: fileID, filePath: filePath, line: line, column: column).fail(
                "The user is still logged in.")
        }
    }
}
