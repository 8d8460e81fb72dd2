// `Operation` appears in the public interface of this module; the export makes it visible to every file that imports
// this module.
@_exported public import enum PassDomain.Operation
