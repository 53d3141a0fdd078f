// dotnet new console && dotnet add package Azure.Data.Tables, this file as Program.cs, dotnet run
using Azure.Data.Tables;

var people = new TableClient(
    Environment.GetEnvironmentVariable("AZURE_STORAGE_CONNECTION_STRING") ?? "UseDevelopmentStorage=true",
    "people");
await people.CreateIfNotExistsAsync();
await people.UpsertEntityAsync(new TableEntity("uk", "ada") { ["Born"] = 1815 });
TableEntity ada = await people.GetEntityAsync<TableEntity>("uk", "ada");
Console.WriteLine(ada["Born"]);
