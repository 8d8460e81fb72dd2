/// Feeds the machine one input at a time and carries out its effects.
actor Driver {}
