// Makes clients of both OpenAPI documents as people do, builds them, and plays with each what an integrator and a web shop
// do against the sample shop; sends both collections with Postman's runner. Exits 1 when a client is not made, not built,
// or not answered as it should be, when a call of a collection is refused, and when a tool is missing. What is downloaded is pinned, and kept outside the tree.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  generateClients,
  goClients,
  javaClient,
  phpClient,
  pythonClient,
  services,
  typescriptClient,
} from './generated-clients/clients.ts'
import { sendCollections } from './generated-clients/collection.ts'
import { fetchNeeded } from './generated-clients/fetched.ts'
import { play } from './generated-clients/play.ts'
import { openSampleShop, type SampleShop } from './generated-clients/shop.ts'
import { requireTools } from './generated-clients/tools.ts'

requireTools()
const dir = mkdtempSync(join(tmpdir(), 'daybook-clients-'))
try {
  const faults = await tryAll()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function tryAll(): Promise<string[]> {
  const [fetched, shop] = await Promise.all([fetchNeeded(), openSampleShop(dir)])
  try {
    await writeDocuments(shop)
    const work = { dir, fetched }
    await generateClients(work)
    const makers = [javaClient, goClients, typescriptClient, pythonClient, phpClient]
    const clients = (await Promise.all(makers.map((make) => make(work)))).flat()
    const faults: string[] = []
    for (const client of clients) faults.push(...(await play(client, shop)))
    faults.push(...(await sendCollections({ dir, fetched, shop })))
    const names = clients.map(({ name }) => name).join(', ')
    console.log(`${clients.length} clients (${names}), ${services.length} collections`)
    return faults
  } finally {
    await shop.close()
  }
}

async function writeDocuments(shop: SampleShop): Promise<void> {
  const bases = { 'scan-export': shop.scanExport, storefront: shop.storefront }
  for (const service of services) {
    const answer = await fetch(`${bases[service]}/openapi.json`)
    writeFileSync(join(dir, `${service}.json`), await answer.text())
  }
}
