// Maven: com.azure:azure-data-tables
import com.azure.data.tables.*;
import com.azure.data.tables.models.*;

public class First {
    public static void main(String[] arguments) {
        TableServiceClient service = new TableServiceClientBuilder()
            .connectionString(System.getenv().getOrDefault("AZURE_STORAGE_CONNECTION_STRING", "UseDevelopmentStorage=true"))
            .buildClient();
        service.createTableIfNotExists("people");
        TableClient people = service.getTableClient("people");
        people.upsertEntity(new TableEntity("uk", "ada").addProperty("Born", 1815));
        TableEntity ada = people.getEntity("uk", "ada");
        System.out.println(ada.getProperty("Born"));
    }
}
