import PassCore

/// The stored form of the record that apps share.
///
/// ```
/// {"partition":{DEVICE:{"requestorBucket":{REQUESTOR:{"currentMvpdId":MVPD,"mvpd":{MVPD:…}}}}},
///  "imported":{DEVICE:{"requestors":[REQUESTOR]}},"importOver":true}
/// ```
///
/// Before 1.9, `requestorBucket` is a member of the root object. Up to 1.6 `single` holds the one record with its
/// `currentMvpdId`. `importOver` is written only when it is true.
extension SharedRecord: StoredRecord {
    init(_ json: JSONValue) throws(StoreContentError) {
        _ = try json.members
        partitions = try json.map("partition") { partition throws(StoreContentError) in try Partition(partition) }
        let unparted = try Partition(json)
        if !unparted.requestors.isEmpty { partitions[""] = unparted }
        if let record = json["single"] { single = try SingleRecord(record) }
        imported = try json.map("imported") { partition throws(StoreContentError) in
            try partition.texts("requestors")
        }
        isImportOver = try json.flag("importOver")
    }

    func write(to writer: inout JSONWriter) {
        partitions[""]?.write(to: &writer)
        writer.member("partition", partitions.filter { !$0.key.isEmpty }) { $1.write(to: &$0) }
        if let single { writer.memberObject("single") { single.write(to: &$0) } }
        writer.member("imported", imported) { $0.member("requestors", $1.sorted()) }
        if isImportOver { writer.member("importOver", true) }
    }

    mutating func merge(_ changes: SharedRecord) {
        for (partition, changed) in changes.partitions {
            for (requestor, bucket) in changed.requestors { self[partition, requestor].merge(bucket) }
        }
        if let changed = changes.single { single = changed }
        imported.merge(changes.imported) { $0.union($1) }
        if changes.isImportOver { isImportOver = true }
    }
}

extension RequestorBucket {
    /// Adds newer records; a new current MVPD takes the place of the former one, whose record is removed.
    fileprivate mutating func merge(_ changes: RequestorBucket) {
        if let provider = changes.currentProvider, provider != currentProvider {
            if let former = currentProvider { providers[former] = nil }
            currentProvider = provider
        }
        for (id, bucket) in changes.providers where bucket != Bucket() { providers[id] = bucket }
    }
}

extension SharedRecord.Partition {
    fileprivate init(_ json: JSONValue) throws(StoreContentError) {
        _ = try json.members
        requestors = try json.map("requestorBucket") { bucket throws(StoreContentError) in try RequestorBucket(bucket) }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("requestorBucket", requestors) { $1.write(to: &$0) }
    }
}

extension RequestorBucket {
    fileprivate init(_ json: JSONValue) throws(StoreContentError) {
        _ = try json.members
        currentProvider = try json.text("currentMvpdId")
        providers = try json.map("mvpd") { bucket throws(StoreContentError) in try Bucket(bucket) }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.memberIfPresent("currentMvpdId", currentProvider)
        writer.member("mvpd", providers) { $1.write(to: &$0) }
    }
}
