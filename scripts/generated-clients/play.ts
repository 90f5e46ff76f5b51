import type { Client } from './clients.ts'
import { run } from './commands.ts'
import type { SampleShop } from './shop.ts'

/** The client's report at its end. The client has checked its answers itself. */
type Outcome = {
  scan: string
  file: string
  order: string
  slug: string
  unauthorized: string
  notFound: string
}

/** The units left of each client's stock: the client sets seven and orders two. */
const unitsLeft = 5

/**
 * Plays a bill, a file, an order and two refusals with a client, then asks the shop without it. Returns what is not as
 * the client says.
 */
export async function play(client: Client, shop: SampleShop): Promise<string[]> {
  const env = {
    ...client.env,
    CLIENT: client.name.toLowerCase().replaceAll(' ', '-'),
    SCAN_EXPORT_URL: shop.scanExport,
    SCAN_EXPORT_KEY: shop.keys.member,
    STOREFRONT_URL: shop.storefront,
    STOREFRONT_KEY: shop.keys.storefront,
  }
  let printed: string
  try {
    printed = await run(client.command, { env })
  } catch (error) {
    return [`${client.name}: ${String(error)}`]
  }
  const faults = await faultsOf(JSON.parse(printed), shop)
  return faults.map((fault) => `${client.name}: ${fault}`)
}

async function faultsOf(outcome: Outcome, shop: SampleShop): Promise<string[]> {
  const { keys, scanExport, storefront } = shop
  const scans = await ask(`${scanExport}/api/public/v1/scans/unsynced?limit=1000`, keys.member)
  const changes = await ask(`${scanExport}/api/public/v1/changes?limit=1000`, keys.member)
  const orders = await ask(`${storefront}/api/public/v1/orders/unsynced?limit=100`, keys.storefront)
  const found = await ask(`${storefront}/api/public/v1/products/${outcome.slug}`, keys.storefront)
  const wrongKey = await ask(`${scanExport}/api/public/v1/scans/unsynced`, 'wrong')
  const nothing = await ask(`${storefront}/api/public/v1/products/no-such`, keys.storefront)
  const checks: [holds: boolean, fault: string][] = [
    [!scans.includes(outcome.scan), 'the document that it acknowledged waits still'],
    [changes.includes(outcome.scan), 'its document never came'],
    [changes.includes(outcome.file), 'its file never came'],
    [!orders.includes(outcome.order), 'the order that it took over waits still'],
    [found.includes(`"stock_quantity":${unitsLeft},`), `not ${unitsLeft} units are left: ${found}`],
    [JSON.parse(wrongKey).error === outcome.unauthorized, `read of 401: ${outcome.unauthorized}`],
    [JSON.parse(nothing).error.message === outcome.notFound, `read of 404: ${outcome.notFound}`],
  ]
  return checks.flatMap(([holds, fault]) => (holds ? [] : [fault]))
}

async function ask(address: string, key: string): Promise<string> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  return await answer.text()
}
