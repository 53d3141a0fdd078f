"""Readings of a device: conflicts and how to handle them, and an upload that the service throttles.

usage: python3 readings.py [ROWS [TABLE]]
ROWS are uploaded (20000); a TABLE that is named is kept. The account is that of
AZURE_STORAGE_CONNECTION_STRING, or the development account on this machine.
"""

import os
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError, ResourceExistsError
from azure.data.tables import TableClient, UpdateMode

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
name = sys.argv[2] if len(sys.argv) > 2 else f"Readings{uuid.uuid4().hex[:8]}"
refused = 0  # attempts that were answered 503, below the retries


def count_refused(response) -> None:
    global refused
    if response.http_response.status_code == 503:
        refused += 1


# The default of 3 retries is little for an upload that is to go as fast as the service allows.
table = TableClient.from_connection_string(
    os.environ.get("AZURE_STORAGE_CONNECTION_STRING", "UseDevelopmentStorage=true"),
    name,
    retry_total=10,
    retry_status=10,
    raw_response_hook=count_refused,
)
table.create_table()
print("created the table")

# PartitionKey and RowKey together name an entity. An int is sent as Int32.
device = {"PartitionKey": "device-01", "RowKey": "latest", "celsius": 21.5, "count": 1}
table.create_entity(device)
try:
    table.create_entity(device)
except ResourceExistsError as error:
    print(f"inserted twice: {error.status_code}")

# An entity that was read carries its version, the ETag. An update with an old one is refused.
old = table.get_entity("device-01", "latest").metadata["etag"]
unchanged = {"mode": UpdateMode.REPLACE, "etag": old, "match_condition": MatchConditions.IfNotModified}
table.update_entity({**device, "count": 2}, **unchanged)
try:
    table.update_entity({**device, "count": 3}, **unchanged)
except HttpResponseError as error:
    if error.status_code != 412:
        raise
    print(f"updated an old version: {error.status_code}")

# Up to 100 writes of one partition: all of them, or none.
table.submit_transaction(
    [
        ("create", {"PartitionKey": "device-01", "RowKey": f"hour-{hour}", "celsius": celsius})
        for hour, celsius in enumerate((20.5, 22.0, 23.5))
    ]
)
warm = table.query_entities(
    "PartitionKey eq @device and celsius gt @limit", parameters={"device": "device-01", "limit": 21.0}
)
print("over 21 degrees:", ", ".join(f"{entity['RowKey']} {entity['celsius']:g}" for entity in warm))

# One partition takes 2,000 writes a second in the cloud (rowhoused --throttle=cloud) and answers 503
# beyond that. The SDK waits and tries again.
entities = [{"PartitionKey": "upload", "RowKey": f"{row:08}", "celsius": 20} for row in range(rows)]
transactions = [
    [("upsert", entity) for entity in entities[begin : begin + 100]] for begin in range(0, rows, 100)
]
with ThreadPoolExecutor(8) as pool:
    list(pool.map(table.submit_transaction, transactions))
stored = sum(1 for _ in table.query_entities("PartitionKey eq 'upload'", select=["RowKey"]))
print(f"uploaded {stored} rows; {refused} transactions were refused at first and repeated")

if len(sys.argv) <= 2:
    table.delete_table()
