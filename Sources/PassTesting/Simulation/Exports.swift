// These types appear in the public interface of this module; the exports make them visible to all that import it.
@_exported public import enum PassDomain.Operation
@_exported public import struct PassHarness.PassRESTv2Client
@_exported public import struct PassHarness.RESTv2Decision
@_exported public import struct PassHarness.RESTv2Error
@_exported public import struct PassHarness.RESTv2MVPD
@_exported public import struct PassHarness.RESTv2Profile
@_exported public import struct PassHarness.RESTv2Session
@_exported public import struct PassHarness.RESTv2SessionStatus
