// Readings of a device: conflicts and how to handle them, and an upload that the service throttles.
//
// usage: dotnet run -- [ROWS [TABLE]]
// ROWS are uploaded (20000); a TABLE that is named is kept. The account is that of
// AZURE_STORAGE_CONNECTION_STRING, or the development account on this machine.

using System.Globalization;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int rows = args.Length > 0 ? int.Parse(args[0]) : 20000;
string name = args.Length > 1 ? args[1] : "Readings" + Guid.NewGuid().ToString("N")[..8];
string connectionString = Environment.GetEnvironmentVariable("AZURE_STORAGE_CONNECTION_STRING")
    ?? "UseDevelopmentStorage=true";

// The default of 3 retries is little for an upload that is to go as fast as the service allows.
var options = new TableClientOptions();
options.Retry.MaxRetries = 10;
var refused = new CountRefused();
options.AddPolicy(refused, HttpPipelinePosition.PerRetry);
var table = new TableClient(connectionString, name, options);
await table.CreateAsync();
Console.WriteLine("created the table");

// PartitionKey and RowKey together name an entity. An int is sent as Int32.
TableEntity Device(int count) => new("device-01", "latest") { ["celsius"] = 21.5, ["count"] = count };
await table.AddEntityAsync(Device(1));
try
{
    await table.AddEntityAsync(Device(1));
}
catch (RequestFailedException error) when (error.Status == 409)
{
    Console.WriteLine($"inserted twice: {error.Status}");
}

// An entity that was read carries its version, the ETag. An update with an old one is refused.
TableEntity old = await table.GetEntityAsync<TableEntity>("device-01", "latest");
await table.UpdateEntityAsync(Device(2), old.ETag, TableUpdateMode.Replace);
try
{
    await table.UpdateEntityAsync(Device(3), old.ETag, TableUpdateMode.Replace);
}
catch (RequestFailedException error) when (error.Status == 412)
{
    Console.WriteLine($"updated an old version: {error.Status}");
}

// Up to 100 writes of one partition: all of them, or none.
double[] readings = { 20.5, 22.0, 23.5 };
await table.SubmitTransactionAsync(readings.Select((celsius, hour) => new TableTransactionAction(
    TableTransactionActionType.Add, new TableEntity("device-01", $"hour-{hour}") { ["celsius"] = celsius })));
var found = new List<string>();
string warm = TableClient.CreateQueryFilter($"PartitionKey eq {"device-01"} and celsius gt {21.0}");
await foreach (TableEntity entity in table.QueryAsync<TableEntity>(warm))
{
    found.Add($"{entity.RowKey} {entity.GetDouble("celsius")}");
}
Console.WriteLine("over 21 degrees: " + string.Join(", ", found));

// One partition takes 2,000 writes a second in the cloud (rowhoused --throttle=cloud) and answers 503
// beyond that. The SDK waits and tries again.
IEnumerable<TableTransactionAction[]> transactions = Enumerable.Range(0, rows)
    .Select(row => new TableTransactionAction(
        TableTransactionActionType.UpsertMerge, new TableEntity("upload", $"{row:D8}") { ["celsius"] = 20 }))
    .Chunk(100);
await Parallel.ForEachAsync(transactions, new ParallelOptions { MaxDegreeOfParallelism = 8 },
    async (actions, stop) => await table.SubmitTransactionAsync(actions, stop));
int stored = 0;
await foreach (TableEntity entity in table.QueryAsync<TableEntity>("PartitionKey eq 'upload'", select: new[] { "RowKey" }))
{
    stored++;
}
Console.WriteLine($"uploaded {stored} rows; {refused.Count} transactions were refused at first and repeated");

if (args.Length <= 1) await table.DeleteAsync();

// Counts the attempts that were answered 503, below the retries.
class CountRefused : HttpPipelineSynchronousPolicy
{
    private int _count;
    public int Count => _count;

    public override void OnReceivedResponse(HttpMessage message)
    {
        if (message.Response.Status == 503) Interlocked.Increment(ref _count);
    }
}
