// go get github.com/Azure/azure-sdk-for-go/sdk/data/aztables && go run first.go
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// This SDK does not know UseDevelopmentStorage=true.
const development = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;" +
	"AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;" +
	"TableEndpoint=http://127.0.0.1:10002/devstoreaccount1"

func main() {
	connection := os.Getenv("AZURE_STORAGE_CONNECTION_STRING")
	if connection == "" {
		connection = development
	}
	service, err := aztables.NewServiceClientFromConnectionString(connection, nil)
	check(err)
	people := service.NewClient("people")
	people.CreateTable(context.Background(), nil) // an error if it exists
	_, err = people.UpsertEntity(context.Background(), []byte(`{"PartitionKey":"uk","RowKey":"ada","Born":1815}`), nil)
	check(err)
	ada, err := people.GetEntity(context.Background(), "uk", "ada", nil)
	check(err)
	fmt.Println(string(ada.Value))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
