// `Operation` appears in the public interface of this module; the export makes it visible to all that import this module.
@_exported public import enum PassDomain.Operation
