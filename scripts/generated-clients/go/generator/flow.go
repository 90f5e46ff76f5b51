// Plays an integrator and a web shop with the clients that openapi-generator makes for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"generated/generator/scanexport"
	"generated/generator/storefront"
)

var name = os.Getenv("CLIENT")

func main() {
	outcome := map[string]any{}
	documents(outcome)
	shop(outcome)
	must(json.NewEncoder(os.Stdout).Encode(outcome))
}

// documents brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key.
func documents(outcome map[string]any) {
	configuration := scanexport.NewConfiguration()
	configuration.Servers = scanexport.ServerConfigurations{{URL: os.Getenv("SCAN_EXPORT_URL")}}
	client := scanexport.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), scanexport.ContextAccessToken, os.Getenv("SCAN_EXPORT_KEY"))
	me, _, err := client.KeysAPI.WhoAmI(ctx).Execute()
	must(err)
	check(me.Service == "scan-export", "whoAmI")
	limits, _, err := client.KeysAPI.ListLimits(ctx).Execute()
	must(err)
	check(len(limits.Limits) > 0, "limits")
	raw := scanexport.RawDocument{
		InvoiceMetadata: map[string]any{"Bill No.": name + "-1", "Supplier": "शर्मा & Sons"},
		LineItems:       []map[string]any{{"Particulars": "Basmati Rice 5 kg", "Qty": "2 Nos", "Rate": "1,23,456.78"}},
	}
	upload := *scanexport.NewScanUpload("vendor_invoice", name+".pdf", raw)
	uploaded, _, err := client.ScansAPI.UploadScans(ctx).ScanUpload(upload).Execute()
	must(err)
	scan := uploaded.Items[0].Id
	waiting := only(unsynced(ctx, client), func(item scanexport.ScanItem) bool { return item.Id == scan })
	check(waiting.Data.InvoiceMetadata.InvoiceNo == name+"-1", "invoice_no")
	// A label that the document has beside those that are promised.
	check(waiting.Data.InvoiceMetadata.AdditionalProperties["vendor_name"] == "शर्मा & Sons", "vendor_name")
	check(waiting.Data.LineItems[0].GetRate() == 123456.78, "rate")
	acknowledged := scanexport.NewMarkSynced()
	acknowledged.SetIds([]string{scan})
	acknowledged.SetSource(name)
	marked, _, err := client.ScansAPI.MarkScansSynced(ctx).MarkSynced(*acknowledged).Execute()
	must(err)
	check(marked.Updated == 1, "acknowledged")
	for _, item := range unsynced(ctx, client) {
		check(item.Id != scan, "it waits no more")
	}
	files, _, err := client.ScansAPI.UploadScanFiles(ctx).Category("vendor_invoice").Files([]*os.File{paper()}).Execute()
	must(err)
	wrong := context.WithValue(context.Background(), scanexport.ContextAccessToken, "wrong")
	_, _, err = client.ScansAPI.ListUnsyncedScans(wrong).Execute()
	var failed *scanexport.GenericOpenAPIError
	check(errors.As(err, &failed), "a wrong key is refused")
	refusal, isError := failed.Model().(scanexport.Error)
	check(isError, "the refusal is an Error")
	outcome["scan"], outcome["file"], outcome["unauthorized"] = scan, files.Items[0].Id, refusal.Error
}

func unsynced(ctx context.Context, client *scanexport.APIClient) []scanexport.ScanItem {
	answer, _, err := client.ScansAPI.ListUnsyncedScans(ctx).Limit(1000).Execute()
	must(err)
	return answer.Items
}

func paper() *os.File {
	path := filepath.Join(os.TempDir(), name+".txt")
	must(os.WriteFile(path, []byte(name), 0o600))
	file, err := os.Open(path)
	must(err)
	return file
}

// shop sends a product and its stock, orders two of it, takes the order over, and looks for what is not there.
func shop(outcome map[string]any) {
	configuration := storefront.NewConfiguration()
	configuration.Servers = storefront.ServerConfigurations{{URL: os.Getenv("STOREFRONT_URL")}}
	client := storefront.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), storefront.ContextAccessToken, os.Getenv("STOREFRONT_KEY"))
	limits, _, err := client.KeysAPI.ListLimits(ctx).Execute()
	must(err)
	check(len(limits.Limits) > 0, "limits")
	sku := name + "-1"
	product := storefront.NewBulkProduct(sku, "Rice "+name)
	product.SetMrp(123456.78)
	product.SetSalePrice(123456.78)
	product.SetGstPct(0)
	bulk, _, err := client.ProductsAPI.UpsertProducts(ctx).BulkProducts(*storefront.NewBulkProducts([]storefront.BulkProduct{*product})).Execute()
	must(err)
	check(bulk.Summary.Errors == 0, "bulk")
	update := storefront.NewStockUpdate(sku)
	update.SetStockQuantity(7)
	stock, _, err := client.ProductsAPI.UpdateStock(ctx).StockUpdates(*storefront.NewStockUpdates([]storefront.StockUpdate{*update})).Execute()
	must(err)
	check(stock.Summary.Updated == 1, "stock")
	found, _, err := client.CatalogueAPI.ListProducts(ctx).Search("Rice " + name).Execute()
	must(err)
	listed := only(found.Data, func(each storefront.Product) bool { return each.Id == bulk.Results[0].GetId() })
	check(listed.StockQuantity == 7 && listed.OfferPrice.Get() == nil, "stock, no offer")
	check(listed.SalePrice == 123456.78, "price")
	detail, _, err := client.CatalogueAPI.GetProduct(ctx, listed.Slug).Execute()
	must(err)
	check(detail.Data.Slug == listed.Slug, "slug")
	order(ctx, client, sku, outcome)
	_, _, err = client.CatalogueAPI.GetProduct(ctx, "nothing-has-this-name").Execute()
	var failed *storefront.GenericOpenAPIError
	check(errors.As(err, &failed), "what is not there is refused")
	refusal, isError := failed.Model().(storefront.Error)
	check(isError, "the refusal is an Error")
	outcome["slug"], outcome["notFound"] = listed.Slug, refusal.Error.Message
}

func order(ctx context.Context, client *storefront.APIClient, sku string, outcome map[string]any) {
	item := storefront.NewOrderInputItem(2)
	item.SetSku(sku)
	wanted := storefront.NewOrderInput([]storefront.OrderInputItem{*item})
	wanted.SetCustomerName("Asha Rao")
	placed, _, err := client.OrdersAPI.PlaceOrder(ctx).OrderInput(*wanted).IdempotencyKey(name + "-order").Execute()
	must(err)
	check(placed.Total == 246913.56, "total")
	again, _, err := client.OrdersAPI.PlaceOrder(ctx).OrderInput(*wanted).IdempotencyKey(name + "-order").Execute()
	must(err)
	check(again.Id == placed.Id, "placed once")
	waiting := only(waitingOrders(ctx, client), func(order storefront.Order) bool { return order.Id == placed.Id })
	row := storefront.NewSyncRow(waiting.Id)
	for _, item := range waiting.Items {
		row.OrderItemIds = append(row.OrderItemIds, item.Id)
	}
	synced, _, err := client.OrdersAPI.MarkOrdersSynced(ctx).SyncOrders(*storefront.NewSyncOrders([]storefront.SyncRow{*row})).Execute()
	must(err)
	check(synced.Summary.OrdersMarked == 1, "synced")
	for _, order := range waitingOrders(ctx, client) {
		check(order.Id != placed.Id, "it waits no more")
	}
	outcome["order"] = placed.Id
}

func waitingOrders(ctx context.Context, client *storefront.APIClient) []storefront.Order {
	answer, _, err := client.OrdersAPI.ListUnsyncedOrders(ctx).Limit(100).Execute()
	must(err)
	return answer.Data
}

func only[T any](items []T, isWanted func(T) bool) T {
	for _, item := range items {
		if isWanted(item) {
			return item
		}
	}
	panic("There is none.")
}

func check(holds bool, what string) {
	if !holds {
		panic(fmt.Sprintf("Not so: %s.", what))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
