<?php
// Plays an integrator and a web shop with the clients that openapi-generator makes for PHP. Takes the folders of both.
declare(strict_types=1);

use Daybook\ScanExport\Api as ScanExportApi;
use Daybook\ScanExport\Model as ScanExport;
use Daybook\Storefront\Api as StorefrontApi;
use Daybook\Storefront\Model as Storefront;
use GuzzleHttp\Client;

require 'GuzzleHttp/autoload.php';
loadFrom('Daybook\\ScanExport\\', $argv[1]);
loadFrom('Daybook\\Storefront\\', $argv[2]);

const PRICE = 123456.78;
$name = getenv('CLIENT');
echo json_encode([...documents($name), ...shop($name)]), "\n";

/** Brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key. */
function documents(string $name): array
{
    $address = getenv('SCAN_EXPORT_URL');
    $configuration = (new Daybook\ScanExport\Configuration())->setHost($address);
    $configuration->setAccessToken(getenv('SCAN_EXPORT_KEY'));
    $keys = new ScanExportApi\KeysApi(new Client(), $configuration);
    check($keys->whoAmI()->getService() === 'scan-export', 'whoAmI');
    check(count($keys->listLimits()->getLimits()) > 0, 'limits');
    $scans = new ScanExportApi\ScansApi(new Client(), $configuration);
    $raw = new ScanExport\RawDocument([
        'invoice_metadata' => ['Bill No.' => "$name-1", 'Supplier' => 'शर्मा & Sons'],
        'line_items' => [['Particulars' => 'Basmati Rice 5 kg', 'Qty' => '2 Nos', 'Rate' => '1,23,456.78']],
    ]);
    $upload = new ScanExport\ScanUpload([
        'category' => 'vendor_invoice',
        'filename' => "$name.pdf",
        'raw' => $raw,
    ]);
    $scan = $scans->uploadScans($upload)->getItems()[0]->getId();
    $waiting = only($scans->listUnsyncedScans(1000)->getItems(), $scan);
    check($waiting->getData()->getInvoiceMetadata()->getInvoiceNo() === "$name-1", 'invoice_no');
    check($waiting->getData()->getLineItems()[0]->getRate() === PRICE, 'rate');
    $marked = $scans->markScansSynced(new ScanExport\MarkSynced(['ids' => [$scan], 'source' => $name]));
    check($marked->getUpdated() === 1, 'acknowledged');
    check(ofId($scans->listUnsyncedScans(1000)->getItems(), $scan) === [], 'it waits no more');
    $paper = tempnam(sys_get_temp_dir(), $name);
    file_put_contents($paper, $name);
    $files = $scans->uploadScanFiles('vendor_invoice', [new SplFileObject($paper)]);
    unlink($paper);
    $configuration->setAccessToken('wrong');
    try {
        $scans->listUnsyncedScans();
    } catch (Daybook\ScanExport\ApiException $refusal) {
        $error = $refusal->getResponseObject();
        check($refusal->getCode() === 401 && $error instanceof ScanExport\Error, 'the refusal is an Error');
        return ['scan' => $scan, 'file' => $files->getItems()[0]->getId(), 'unauthorized' => $error->getError()];
    }
    throw new Exception('A wrong key works.');
}

/** Sends a product and its stock, orders two of it, takes the order over, and looks for what is not there. */
function shop(string $name): array
{
    $configuration = (new Daybook\Storefront\Configuration())->setHost(getenv('STOREFRONT_URL'));
    $configuration->setAccessToken(getenv('STOREFRONT_KEY'));
    $keys = new StorefrontApi\KeysApi(new Client(), $configuration);
    check(count($keys->listLimits()->getLimits()) > 0, 'limits');
    $sku = "$name-1";
    $products = new StorefrontApi\ProductsApi(new Client(), $configuration);
    $product = new Storefront\BulkProduct([
        'sku' => $sku,
        'name' => "Rice $name",
        'mrp' => PRICE,
        'sale_price' => PRICE,
        'gst_pct' => 0.0,
        'stock_quantity' => 10,
    ]);
    $bulk = $products->upsertProducts(new Storefront\BulkProducts(['products' => [$product]]));
    check($bulk->getSummary()->getErrors() === 0, 'bulk');
    $update = new Storefront\StockUpdate(['sku' => $sku, 'stock_quantity' => 7]);
    $stock = $products->updateStock(new Storefront\StockUpdates(['updates' => [$update]]));
    check($stock->getSummary()->getUpdated() === 1, 'stock');
    $catalogue = new StorefrontApi\CatalogueApi(new Client(), $configuration);
    $found = $catalogue->listProducts("Rice $name")->getData();
    $listed = only($found, $bulk->getResults()[0]->getId());
    check($listed->getStockQuantity() === 7 && $listed->getOfferPrice() === null, 'stock, no offer');
    check($listed->getSalePrice() === PRICE, 'price');
    check($catalogue->getProduct($listed->getSlug())->getData()->getSlug() === $listed->getSlug(), 'slug');
    $order = order(new StorefrontApi\OrdersApi(new Client(), $configuration), $sku);
    try {
        $catalogue->getProduct('nothing-has-this-name');
    } catch (Daybook\Storefront\ApiException $refusal) {
        $error = $refusal->getResponseObject();
        check($refusal->getCode() === 404 && $error instanceof Storefront\Error, 'the refusal is an Error');
        $message = $error->getError()->getMessage();
        return ['order' => $order, 'slug' => $listed->getSlug(), 'notFound' => $message];
    }
    throw new Exception('There is a product with a name that none has.');
}

function order(StorefrontApi\OrdersApi $orders, string $sku): string
{
    $item = new Storefront\OrderInputItem(['sku' => $sku, 'quantity' => 2]);
    $wanted = new Storefront\OrderInput(['customer_name' => 'Asha Rao', 'items' => [$item]]);
    $placed = $orders->placeOrder($wanted, "$sku-order");
    check($placed->getTotal() === 246913.56, 'total');
    check($orders->placeOrder($wanted, "$sku-order")->getId() === $placed->getId(), 'placed once');
    $waiting = only($orders->listUnsyncedOrders(100)->getData(), $placed->getId());
    $lines = array_map(fn($line) => $line->getId(), $waiting->getItems());
    $row = new Storefront\SyncRow(['order_id' => $waiting->getId(), 'order_item_ids' => $lines]);
    $synced = $orders->markOrdersSynced(new Storefront\SyncOrders(['orders' => [$row]]));
    check($synced->getSummary()->getOrdersMarked() === 1, 'synced');
    check(ofId($orders->listUnsyncedOrders(100)->getData(), $placed->getId()) === [], 'it waits no more');
    return $placed->getId();
}

function only(array $items, string $id): object
{
    $found = array_values(ofId($items, $id));
    check(count($found) === 1, "$id is there once");
    return $found[0];
}

function ofId(array $items, string $id): array
{
    return array_filter($items, fn($item) => $item->getId() === $id);
}

function loadFrom(string $prefix, string $folder): void
{
    spl_autoload_register(function (string $class) use ($prefix, $folder) {
        if (!str_starts_with($class, $prefix)) {
            return;
        }
        require "$folder/lib/" . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    });
}

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new Exception("Not so: $what.");
    }
}
