import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { run } from './commands.ts'
import { services } from './clients.ts'
import type { Fetched } from './fetched.ts'
import type { SampleShop } from './shop.ts'

/** The lease keeps the collection's documents and orders from others this long, in seconds. The collection takes less. */
const leaseSeconds = 120

type Work = { dir: string; fetched: Fetched; shop: SampleShop }

/**
 * Sends both collections whole, in their order, with Postman's own runner, and lets Bruno import them. Returns the failed
 * requests, and the parts that Bruno left out.
 */
export async function sendCollections(work: Work): Promise<string[]> {
  const faults: string[] = []
  for (const service of services) {
    const variables = await variablesOf(service, work.shop)
    const collection = await fetchCollection(service, work)
    const given = Object.entries(variables).flatMap((pair) => ['--env-var', pair.join('=')])
    const newman = [join(work.fetched.npm, 'newman/bin/newman.js'), 'run', collection]
    try {
      await run(['node', ...newman, '--color', 'off', ...given])
    } catch (error) {
      faults.push(`The collection of ${service}: ${String(error)}`)
    }
    faults.push(...(await faultsInBruno(collection, work.fetched)))
  }
  return faults
}

/** Returns what Bruno's own converter leaves out of a collection. */
async function faultsInBruno(file: string, { npm }: Fetched): Promise<string[]> {
  const { postmanToBruno } = await import(join(npm, '@usebruno/converters/dist/esm/index.js'))
  const text = readFileSync(file, 'utf8')
  const { collection, issues } = await postmanToBruno(JSON.parse(text))
  const imported = JSON.stringify(collection)
  const isWhole =
    issues.length === 0 &&
    count(imported, '"type":"http-request"') === count(text, '"method":') &&
    count(imported, 'bru.setCollectionVar(') === count(text, 'pm.collectionVariables.set(')
  return isWhole ? [] : [`Bruno imports ${file} otherwise: ${JSON.stringify(issues)}`]
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Fetches the collection from the server. Fills in a file wherever the collection wants one, as a person does. */
async function fetchCollection(service: string, { dir, shop }: Work): Promise<string> {
  const base = service === 'storefront' ? shop.storefront : shop.scanExport
  const answer = await fetch(`${base}/collection.json`)
  const paper = join(dir, 'paper.txt')
  writeFileSync(paper, 'A paper that is sent with the collection.')
  const text = (await answer.text()).replaceAll('"src":[]', `"src":${JSON.stringify(paper)}`)
  const file = join(dir, `${service}.collection.json`)
  writeFileSync(file, text)
  return file
}

/** The variables that a person fills in: keys, and ids that the collection cannot make itself. */
async function variablesOf(service: string, shop: SampleShop): Promise<Record<string, string>> {
  const leased = `lease=${leaseSeconds}&limit=1`
  if (service === 'storefront') {
    const key = shop.keys.storefront
    const { lease_id } = await get(
      `${shop.storefront}/api/public/v1/orders/unsynced?${leased}`,
      key,
    )
    const testKey = await shop.createKey(service, '--scope', 'storefront:read', '--test')
    return { key, lease_id, test_key: testKey }
  }
  const key = shop.keys.owner
  const readersKey = await shop.createKey(service, '--scope', 'scans:extract')
  const bridgeKey = await shop.createKey(service, '--scope', 'scans:import')
  const scans = `${shop.scanExport}/api/public/v1/scans`
  const { lease_id } = await get(`${scans}/unsynced?${leased}`, key)
  const unread = await get(`${scans}/unread?status=failed&limit=1`, readersKey)
  await decideOnce(shop, bridgeKey)
  return {
    key,
    readers_key: readersKey,
    bridge_key: bridgeKey,
    test_key: await shop.createKey(service, '--test'),
    lease_id,
    unread_id: firstId(unread),
  }
}

/** Reports a document as parked, then decides in the console to try it again. The bridge can then fetch this decision. */
async function decideOnce(shop: SampleShop, key: string): Promise<void> {
  const api = `${shop.scanExport}/api/public/v1`
  const id = firstId(await get(`${api}/scans/unsynced?limit=1`, key))
  const parked = {
    id,
    outcome: 'parked',
    code: 'ledger_missing',
    message: 'The ledger is missing.',
  }
  const reported = { headers: { authorization: `Bearer ${key}` }, body: { results: [parked] } }
  await send(`${api}/import-results`, reported)
  const cookie = await shop.signIn()
  const decided = { headers: { cookie, origin: shop.url }, body: { as: 'again' } }
  await send(`${shop.url}/console/api/documents/${id}/books`, decided)
}

/** The fields of a list that these checks read. */
type Listed = { items: { id: string }[]; lease_id: string }

async function get(address: string, key: string): Promise<Listed> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  return JSON.parse(await answer.text())
}

async function send(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: JsonObject },
): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
}

function firstId({ items: [first] }: Listed): string {
  if (first === undefined) throw new Error('The sample shop has none.')
  return first.id
}
