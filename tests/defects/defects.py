"""Faults to be planted: each takes one safeguard away, and names the test that must notice."""

from dataclasses import dataclass

STORE = "table_service/store/sqlite"


@dataclass(frozen=True)
class Defect:
    about: str
    file: str
    before: str  # occurs once in the file
    after: str
    program: str  # of the Boost.Test programs
    test: str  # SUITE/CASE


DEFECTS = (
    Defect(
        "a frame of the commit journal is not synced",
        f"{STORE}/journal/segment.cc",
        "  if (auto synced = file_.Sync(); !synced) return synced;\n  end_ = end;",
        "  end_ = end;",
        "commit_journal_test",
        "CommitJournalTest/AWriteSucceedsOnlyOnceItsFrameIsSynced",
    ),
    Defect(
        "what an entity group transaction did before it failed is not undone",
        f"{STORE}/change_set.cc",
        "if (changes.operations.size() > 1) {",
        "if (changes.operations.size() > 1000) {",
        "store_contract_test",
        "ContractWritesTest/RefusedChangeSetLeavesNothing",
    ),
    Defect(
        "a new partition is not put into the map",
        f"{STORE}/new_partitions.cc",
        "  for (auto& part : publication.parts) table.Map(std::move(part.mapping));\n",
        "",
        "store_contract_test",
        "ContractWritesTest/EachOperationHasItsOutcome",
    ),
    Defect(
        "the length of a body is not limited",
        "table_service/wire/request_reader.cc",
        "if (content_length_ > limits::kBodyBytesMax)",
        "if (content_length_ > 1000 * limits::kBodyBytesMax)",
        "request_reader_test",
        "ReadHeadTest/EnforcesItsLimits",
    ),
    Defect(
        "signatures are compared up to the first difference",
        "signing/hmac.cc",
        "CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0",
        "left == right",
        "hmac_test",
        "EqualsInConstantTimeTest/TakesAsLongWhereverTheyDiffer",
    ),
    Defect(
        "the name of a new folder is not synced",
        f"{STORE}/files/disk.cc",
        "  const int code = fsync(descriptor) == 0 ? 0 : errno;\n",
        "  const int code = 0;\n",
        "disk_test",
        "DiskTest/TheNameOfEachNewFolderIsSynced",
    ),
    Defect(
        "the parts of a transaction are not authorized",
        "table_service/operations/batch_handler.cc",
        "Status allowed = AuthorizePart(call, method, address, part);\n",
        "Status allowed = AuthorizePart(call, method, address, part);\n                allowed = {};\n",
        "service_sas_test",
        "ServiceSasTest/AuthorizesEachOperationOfABatch",
    ),
    Defect(
        "the query of a batch is not authorized",
        "table_service/operations/batch_handler.cc",
        "auto allowed = AuthorizePart(call, part.method, *resource, part); !allowed) {",
        "auto allowed = AuthorizePart(call, part.method, *resource, part); !allowed && part.target.empty()) {",
        "service_sas_test",
        "ServiceSasTest/AuthorizesTheQueryOfABatch",
    ),
    Defect(
        "a folder that was replaced is written",
        f"{STORE}/files/disk.cc",
        "locked.st_dev == found.st_dev && locked.st_ino == found.st_ino",
        "locked.st_dev == found.st_dev",
        "disk_test",
        "DiskTest/ALockKnowsWhetherItsFolderIsInPlace",
    ),
    Defect(
        "a log that could not be synced is synced again",
        f"{STORE}/files/partition_file.cc",
        "std::exchange(log_is_lost_, true)",
        "std::exchange(log_is_lost_, false)",
        "store_fault_test",
        "LogSyncTest/FailedCheckpointIsMadeUpForByWritingTheLogBack",
    ),
    Defect(
        "a commit of the catalog that failed is forgotten",
        f"{STORE}/files/catalog.cc",
        "  in_doubt_ = true;\n",
        "  in_doubt_ = false;\n",
        "store_fault_test",
        "RefusedChangesTest",
    ),
    Defect(
        "bodies are not counted",
        "table_service/wire/memory_budget.cc",
        "budget_.bytes_max_ - used < more",
        "more > budget_.bytes_max_",
        "server_test",
        "ServerMemoryTest",
    ),
)
