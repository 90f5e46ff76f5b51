// Plays an integrator and a web shop with the clients that openapi-generator makes for TypeScript.
import * as scanExport from './scan-export/index.js'
import * as storefront from './storefront/index.js'

declare const process: { env: Record<string, string | undefined> }

const name = variable('CLIENT')

console.log(JSON.stringify({ ...(await documents()), ...(await shop()) }))

/** Brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key. */
async function documents() {
  const basePath = variable('SCAN_EXPORT_URL')
  const accessToken = variable('SCAN_EXPORT_KEY')
  const configuration = new scanExport.Configuration({ basePath, accessToken })
  const keys = new scanExport.KeysApi(configuration)
  check((await keys.whoAmI()).service === 'scan-export', 'whoAmI')
  check((await keys.listLimits()).limits.length > 0, 'limits')
  const scans = new scanExport.ScansApi(configuration)
  const uploaded = await scans.uploadScans({
    scanUpload: {
      category: 'vendor_invoice',
      filename: `${name}.pdf`,
      raw: {
        invoiceMetadata: { 'Bill No.': `${name}-1`, Supplier: 'शर्मा & Sons' },
        lineItems: [{ Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Rate: '1,23,456.78' }],
      },
    },
  })
  const scan = first(uploaded.items).id
  const waiting = first((await unsynced(scans)).filter(({ id }) => id === scan))
  const { invoiceMetadata, lineItems } = waiting.data
  check(invoiceMetadata.invoiceNo === `${name}-1`, 'invoice_no')
  // A label that the document has beside those that are promised.
  check(invoiceMetadata['vendor_name'] === 'शर्मा & Sons', 'vendor_name')
  check(first(lineItems).rate === 123456.78, 'rate')
  check(waiting.facts?.seller?.name === 'शर्मा & Sons', 'seller of the facts')
  check(waiting.facts?.lines?.[0]?.quantity === 2, 'quantity of the facts')
  const marked = await scans.markScansSynced({ markSynced: { ids: [scan], source: name } })
  check(marked.updated === 1, 'acknowledged')
  check(!(await unsynced(scans)).some(({ id }) => id === scan), 'it waits no more')
  const files = await scans.uploadScanFiles({
    category: 'vendor_invoice',
    files: [new File([name], `${name}.txt`)],
  })
  const stranger = new scanExport.Configuration({ basePath, accessToken: 'wrong' })
  const refusal = await refusalOf(new scanExport.ScansApi(stranger).listUnsyncedScans())
  const unauthorized = scanExport.ModelErrorFromJSON(refusal).error
  return { scan, file: first(files.items).id, unauthorized }
}

async function unsynced(scans: scanExport.ScansApi) {
  return (await scans.listUnsyncedScans({ limit: 1000 })).items
}

/** Sends a product and its stock, orders two of it, takes the order over, and looks for what is not there. */
async function shop() {
  const basePath = variable('STOREFRONT_URL')
  const accessToken = variable('STOREFRONT_KEY')
  const configuration = new storefront.Configuration({ basePath, accessToken })
  check((await new storefront.KeysApi(configuration).listLimits()).limits.length > 0, 'limits')
  const sku = `${name}-1`
  const products = new storefront.ProductsApi(configuration)
  const price = 123456.78
  const product = { sku, name: `Rice ${name}`, mrp: price, salePrice: price, gstPct: 0 }
  const bulk = await products.upsertProducts({
    bulkProducts: { products: [{ ...product, stockQuantity: 10 }] },
  })
  check(bulk.summary.errors === 0, 'bulk')
  const stock = await products.updateStock({
    stockUpdates: { updates: [{ sku, stockQuantity: 7 }] },
  })
  check(stock.summary.updated === 1, 'stock')
  const catalogue = new storefront.CatalogueApi(configuration)
  const found = (await catalogue.listProducts({ search: `Rice ${name}` })).data
  const listed = first(found.filter(({ id }) => id === first(bulk.results).id))
  check(listed.stockQuantity === 7 && listed.offerPrice === null, 'stock, no offer')
  check(listed.salePrice === price, 'price')
  const { data } = await catalogue.getProduct({ slug: listed.slug })
  check(data.slug === listed.slug, 'slug')
  const orders = new storefront.OrdersApi(configuration)
  const wanted = {
    orderInput: { customerName: 'Asha Rao', items: [{ sku, quantity: 2 }] },
    idempotencyKey: `${name}-order`,
  }
  const placed = await orders.placeOrder(wanted)
  check(placed.total === 246913.56, 'total')
  check((await orders.placeOrder(wanted)).id === placed.id, 'placed once')
  const waiting = first((await waitingOrders(orders)).filter(({ id }) => id === placed.id))
  const row = { orderId: waiting.id, orderItemIds: waiting.items.map(({ id }) => id) }
  const synced = await orders.markOrdersSynced({ syncOrders: { orders: [row] } })
  check(synced.summary.ordersMarked === 1, 'synced')
  check(!(await waitingOrders(orders)).some(({ id }) => id === placed.id), 'it waits no more')
  const refusal = await refusalOf(catalogue.getProduct({ slug: 'nothing-has-this-name' }))
  return {
    order: placed.id,
    slug: listed.slug,
    notFound: storefront.ModelErrorFromJSON(refusal).error.message,
  }
}

async function waitingOrders(orders: storefront.OrdersApi) {
  return (await orders.listUnsyncedOrders({ limit: 100 })).data
}

/** The body of a refusal, which each client throws as an error of its own. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    const isRefusal =
      error instanceof scanExport.ResponseError || error instanceof storefront.ResponseError
    if (isRefusal) return await error.response.json()
    throw error
  }
  throw new Error('The call was not refused.')
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('There is none.')
  return item
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}.`)
}

function variable(key: string): string {
  return process.env[key] ?? ''
}
