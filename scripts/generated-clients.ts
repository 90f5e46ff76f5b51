// Generates clients from both OpenAPI documents, as developers do, and builds them. Each client plays an integrator and a web shop against
// the sample shop. Postman's runner sends both collections. Exits 1 if a client is not made, not built or not answered as it should be, if
// a call of a collection is refused, or if a tool is missing. Downloads are pinned and kept outside the tree.
import { writeFileSync } from 'node:fs'
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
import { play } from './generated-clients/play.ts'
import { runInSampleShop, type SampleRun } from './generated-clients/sample-run.ts'

await runInSampleShop('clients', async (run) => {
  await writeDocuments(run)
  await generateClients(run)
  const makers = [javaClient, goClients, typescriptClient, pythonClient, phpClient]
  const clients = (await Promise.all(makers.map((make) => make(run)))).flat()
  const faults: string[] = []
  for (const client of clients) faults.push(...(await play(client, run.shop)))
  faults.push(...(await sendCollections(run)))
  const names = clients.map(({ name }) => name).join(', ')
  console.log(`${clients.length} clients (${names}), ${services.length} collections`)
  return faults
})

async function writeDocuments({ dir, shop }: SampleRun): Promise<void> {
  const bases = { 'scan-export': shop.scanExport, storefront: shop.storefront }
  for (const service of services) {
    const answer = await fetch(`${bases[service]}/openapi.json`)
    writeFileSync(join(dir, `${service}.json`), await answer.text())
  }
}
