package import PassDomain
import PassInstruments

extension SimulatedWorld {
    /// The World's records, for measurements that fill the stores; a reset replaces the stores.
    package var stores: Stores { namespace.world.stores }
}
