# pip install azure-data-tables && python3 first.py
import os
from azure.data.tables import TableServiceClient

service = TableServiceClient.from_connection_string(
    os.environ.get("AZURE_STORAGE_CONNECTION_STRING", "UseDevelopmentStorage=true")
)
people = service.create_table_if_not_exists("people")
people.upsert_entity({"PartitionKey": "uk", "RowKey": "ada", "Born": 1815})
ada = people.get_entity("uk", "ada")
print(ada["Born"])
