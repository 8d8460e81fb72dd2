#if canImport(UIKit)
    public import UIKit
#else
    /// A stand-in for UIKit's class on platforms without UIKit, so that delegates with the two dialogs compile there.
    ///
    /// The SDK creates one to pass to the app; the picker itself is shown by the `PlatformSSOProvider`.
    open class UIViewController {
        /// Creates a view controller that shows nothing.
        public init() {}
    }
#endif
