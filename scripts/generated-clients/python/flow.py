"""Plays an integrator and a web shop with the clients that openapi-generator makes for Python."""

import json
import os

import daybook_scan_export as scan_export
import daybook_storefront as storefront
from daybook_scan_export.exceptions import UnauthorizedException
from daybook_storefront.exceptions import NotFoundException

name = os.environ["CLIENT"]


def main() -> None:
    print(json.dumps({**documents(), **shop()}))


def documents() -> dict:
    """Brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key."""
    with scan_export.ApiClient(configuration(scan_export, "SCAN_EXPORT")) as client:
        assert scan_export.KeysApi(client).who_am_i().service == "scan-export"
        assert len(scan_export.KeysApi(client).list_limits().limits) > 0
        scans = scan_export.ScansApi(client)
        raw = scan_export.RawDocument(
            invoice_metadata={"Bill No.": f"{name}-1", "Supplier": "शर्मा & Sons"},
            line_items=[{"Particulars": "Basmati Rice 5 kg", "Qty": "2 Nos", "Rate": "1,23,456.78"}],
        )
        upload = scan_export.ScanUpload(category="vendor_invoice", filename=f"{name}.pdf", raw=raw)
        scan_id = scans.upload_scans(upload).items[0].id
        [waiting] = [item for item in scans.list_unsynced_scans(limit=1000).items if item.id == scan_id]
        assert waiting.data.invoice_metadata.invoice_no == f"{name}-1"
        # Labels that the document has beside those that are promised.
        assert waiting.data.invoice_metadata.additional_properties["vendor_name"] == "शर्मा & Sons"
        assert waiting.data.line_items[0].rate == 123456.78
        assert waiting.facts.seller.name == "शर्मा & Sons"
        assert waiting.facts.lines[0].quantity == 2
        assert scans.mark_scans_synced(scan_export.MarkSynced(ids=[scan_id], source=name)).updated == 1
        assert all(item.id != scan_id for item in scans.list_unsynced_scans(limit=1000).items)
        files = scans.upload_scan_files(category="vendor_invoice", files=[(f"{name}.txt", name.encode())])
        client.configuration.access_token = "wrong"
        try:
            scans.list_unsynced_scans()
            raise AssertionError("a wrong key works")
        except UnauthorizedException as refusal:
            assert isinstance(refusal.data, scan_export.Error), refusal.data
            return {"scan": str(scan_id), "file": str(files.items[0].id), "unauthorized": refusal.data.error}


def shop() -> dict:
    """Sends a product and its stock, orders two of it, takes the order over, and looks for what is not there."""
    with storefront.ApiClient(configuration(storefront, "STOREFRONT")) as client:
        assert len(storefront.KeysApi(client).list_limits().limits) > 0
        sku = f"{name}-1"
        products = storefront.ProductsApi(client)
        product = storefront.BulkProduct(
            sku=sku, name=f"Rice {name}", mrp=123456.78, sale_price=123456.78, stock_quantity=10, gst_pct=0
        )
        bulk = products.upsert_products(storefront.BulkProducts(products=[product]))
        assert bulk.summary.errors == 0
        stock = storefront.StockUpdates(updates=[storefront.StockUpdate(sku=sku, stock_quantity=7)])
        assert products.update_stock(stock).summary.updated == 1
        catalogue = storefront.CatalogueApi(client)
        [listed] = [each for each in catalogue.list_products(search=f"Rice {name}").data if each.id == bulk.results[0].id]
        assert (listed.stock_quantity, listed.offer_price, listed.sale_price) == (7, None, 123456.78)
        assert catalogue.get_product(listed.slug).data.slug == listed.slug
        orders = storefront.OrdersApi(client)
        wanted = storefront.OrderInput(
            customer_name="Asha Rao", items=[storefront.OrderInputItem(sku=sku, quantity=2)]
        )
        placed = orders.place_order(wanted, idempotency_key=f"{name}-order")
        assert placed.total == 246913.56
        assert orders.place_order(wanted, idempotency_key=f"{name}-order").id == placed.id
        [waiting] = [order for order in orders.list_unsynced_orders(limit=100).data if order.id == placed.id]
        row = storefront.SyncRow(order_id=waiting.id, order_item_ids=[item.id for item in waiting.items])
        assert orders.mark_orders_synced(storefront.SyncOrders(orders=[row])).summary.orders_marked == 1
        assert all(order.id != placed.id for order in orders.list_unsynced_orders(limit=100).data)
        try:
            catalogue.get_product("nothing-has-this-name")
            raise AssertionError("there is a product with a name that none has")
        except NotFoundException as refusal:
            assert isinstance(refusal.data, storefront.Error), refusal.data
            return {"order": str(placed.id), "slug": listed.slug, "notFound": refusal.data.error.message}


def configuration(package, service: str):
    address, key = os.environ[f"{service}_URL"], os.environ[f"{service}_KEY"]
    return package.Configuration(host=address, access_token=key)


main()
