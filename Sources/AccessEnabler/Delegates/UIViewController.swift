#if canImport(UIKit)
    public import UIKit
#else
    /// A stand-in for UIKit's class on platforms without UIKit, so that delegates with the callbacks for the picker's
    /// dialog compile there.
    ///
    /// The SDK creates an instance to pass to the app; the `PlatformSSOProvider` shows the picker itself.
    open class UIViewController {
        /// Creates a view controller that shows nothing.
        public init() {}
    }
#endif
