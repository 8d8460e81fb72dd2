/// The load of a server at one moment: its connections, and the work of its workers.
package struct HTTPServerLoad: Sendable {
    /// The number of connections that are open now.
    package var openConnections = 0
    /// The number of connections that were accepted since the start, those that were rejected with 503 included.
    package var acceptedConnections = 0
    /// The bytes that all connections hold for incomplete requests and unsent answers.
    package var bufferedBytes = 0
    /// The number of requests that wait for a worker.
    package var waitingWork = 0
    /// The number of requests that workers are answering now.
    package var runningWork = 0

    package init(
        openConnections: Int = 0, acceptedConnections: Int = 0, bufferedBytes: Int = 0, waitingWork: Int = 0,
        runningWork: Int = 0
    ) {
        self.openConnections = openConnections
        self.acceptedConnections = acceptedConnections
        self.bufferedBytes = bufferedBytes
        self.waitingWork = waitingWork
        self.runningWork = runningWork
    }
}
