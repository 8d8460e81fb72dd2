package import PassDomain
import PassInstruments

extension SimulatedWorld {
    /// What it remembers; a reset gives it others. For measurements, which fill them.
    package var stores: Stores { namespace.world.stores }
}
