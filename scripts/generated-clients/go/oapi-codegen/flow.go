// Plays an integrator and a web shop with the clients that oapi-codegen makes.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"

	"generated/oapi-codegen/scanexport"
	"generated/oapi-codegen/storefront"

	openapi_types "github.com/oapi-codegen/runtime/types"
)

var name = os.Getenv("CLIENT")

func main() {
	outcome := map[string]any{}
	documents(context.Background(), outcome)
	shop(context.Background(), outcome)
	must(json.NewEncoder(os.Stdout).Encode(outcome))
}

// documents brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key.
func documents(ctx context.Context, outcome map[string]any) {
	address := os.Getenv("SCAN_EXPORT_URL")
	client := have(scanexport.NewClientWithResponses(address, scanexport.WithRequestEditorFn(bearer(os.Getenv("SCAN_EXPORT_KEY")))))
	check(have(client.WhoAmIWithResponse(ctx, nil)).JSON200.Service == "scan-export", "whoAmI")
	check(len(have(client.ListLimitsWithResponse(ctx, nil)).JSON200.Limits) > 0, "limits")
	upload := scanexport.ScanUpload{
		Category: "vendor_invoice",
		Filename: name + ".pdf",
		Raw: scanexport.RawDocument{
			InvoiceMetadata: &map[string]any{"Bill No.": name + "-1", "Supplier": "शर्मा & Sons"},
			LineItems:       &[]map[string]any{{"Particulars": "Basmati Rice 5 kg", "Qty": "2 Nos", "Rate": "1,23,456.78"}},
		},
	}
	scan := have(client.UploadScansWithResponse(ctx, nil, upload)).JSON201.Items[0].Id
	waiting := only(unsynced(ctx, client), func(item scanexport.ScanItem) bool { return item.Id == scan })
	check(waiting.Data.InvoiceMetadata.InvoiceNo == name+"-1", "invoice_no")
	// A label that the document has beside those that are promised.
	check(waiting.Data.InvoiceMetadata.AdditionalProperties["vendor_name"] == "शर्मा & Sons", "vendor_name")
	check(*waiting.Data.LineItems[0].Rate == 123456.78, "rate")
	acknowledged := scanexport.MarkSynced{Ids: &[]openapi_types.UUID{scan}, Source: &name}
	check(have(client.MarkScansSyncedWithResponse(ctx, acknowledged)).JSON200.Updated == 1, "acknowledged")
	for _, item := range unsynced(ctx, client) {
		check(item.Id != scan, "it waits no more")
	}
	contentType, form := formOf()
	files := have(client.UploadScanFilesWithBodyWithResponse(ctx, nil, contentType, form)).JSON201
	stranger := have(scanexport.NewClientWithResponses(address, scanexport.WithRequestEditorFn(bearer("wrong"))))
	refusal := have(stranger.ListUnsyncedScansWithResponse(ctx, nil)).JSON401
	outcome["scan"], outcome["file"], outcome["unauthorized"] = scan, files.Items[0].Id, refusal.Error
}

func unsynced(ctx context.Context, client *scanexport.ClientWithResponses) []scanexport.ScanItem {
	limit := 1000
	return have(client.ListUnsyncedScansWithResponse(ctx, &scanexport.ListUnsyncedScansParams{Limit: &limit})).JSON200.Items
}

func formOf() (string, *bytes.Buffer) {
	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	must(form.WriteField("category", "vendor_invoice"))
	_, err := have(form.CreateFormFile("files", name+".txt")).Write([]byte(name))
	must(err)
	must(form.Close())
	return form.FormDataContentType(), body
}

// shop sends a product and its stock, orders two of it, takes the order over, and looks for what is not there.
func shop(ctx context.Context, outcome map[string]any) {
	client := have(storefront.NewClientWithResponses(os.Getenv("STOREFRONT_URL"), storefront.WithRequestEditorFn(bearer(os.Getenv("STOREFRONT_KEY")))))
	check(len(have(client.ListLimitsWithResponse(ctx, nil)).JSON200.Limits) > 0, "limits")
	sku, price, noGst, stock := name+"-1", 123456.78, 0.0, 7
	product := storefront.BulkProduct{Sku: sku, Name: "Rice " + name, Mrp: &price, SalePrice: &price, GstPct: &noGst}
	bulk := have(client.UpsertProductsWithResponse(ctx, nil, storefront.BulkProducts{Products: []storefront.BulkProduct{product}})).JSON200
	check(bulk.Summary.Errors == 0, "bulk")
	updates := storefront.StockUpdates{Updates: []storefront.StockUpdate{{Sku: sku, StockQuantity: &stock}}}
	check(have(client.UpdateStockWithResponse(ctx, updates)).JSON200.Summary.Updated == 1, "stock")
	search := "Rice " + name
	found := have(client.ListProductsWithResponse(ctx, &storefront.ListProductsParams{Search: &search})).JSON200.Data
	listed := only(found, func(each storefront.Product) bool { return each.Id == *bulk.Results[0].Id })
	check(listed.StockQuantity == 7 && listed.OfferPrice == nil, "stock, no offer")
	check(listed.SalePrice == price, "price")
	check(have(client.GetProductWithResponse(ctx, listed.Slug, nil)).JSON200.Data.Slug == listed.Slug, "slug")
	customer, once := "Asha Rao", name+"-order"
	wanted := storefront.OrderInput{CustomerName: &customer, Items: []storefront.OrderInputItem{{Sku: &sku, Quantity: 2}}}
	params := &storefront.PlaceOrderParams{IdempotencyKey: &once}
	placed := have(client.PlaceOrderWithResponse(ctx, params, wanted)).JSON201
	check(placed.Total == 246913.56, "total")
	check(have(client.PlaceOrderWithResponse(ctx, params, wanted)).JSON201.Id == placed.Id, "placed once")
	order := only(waitingOrders(ctx, client), func(order storefront.Order) bool { return order.Id == placed.Id })
	lines := []openapi_types.UUID{}
	for _, item := range order.Items {
		lines = append(lines, item.Id)
	}
	rows := storefront.SyncOrders{Orders: []storefront.SyncRow{{OrderId: order.Id, OrderItemIds: &lines}}}
	check(have(client.MarkOrdersSyncedWithResponse(ctx, rows)).JSON200.Summary.OrdersMarked == 1, "synced")
	for _, order := range waitingOrders(ctx, client) {
		check(order.Id != placed.Id, "it waits no more")
	}
	refusal := have(client.GetProductWithResponse(ctx, "nothing-has-this-name", nil)).JSON404
	outcome["order"], outcome["slug"], outcome["notFound"] = placed.Id, listed.Slug, refusal.Error.Message
}

func waitingOrders(ctx context.Context, client *storefront.ClientWithResponses) []storefront.Order {
	limit := 100
	return have(client.ListUnsyncedOrdersWithResponse(ctx, &storefront.ListUnsyncedOrdersParams{Limit: &limit})).JSON200.Data
}

func bearer(key string) func(context.Context, *http.Request) error {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
}

func only[T any](items []T, isWanted func(T) bool) T {
	for _, item := range items {
		if isWanted(item) {
			return item
		}
	}
	panic("There is none.")
}

func have[T any](value T, err error) T {
	must(err)
	return value
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
