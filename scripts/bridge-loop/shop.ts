import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleMappings } from '../../test/support/bridge.ts'
import { freePort, type Processes } from '../crash-loop/processes.ts'
import { ownersCommands } from '../crash-loop/shop.ts'

export type BridgeShop = {
  data: string
  /** A file with what the books call things. */
  mappings: string
  key: string
  /** For the second bridge: it is paired as on another computer. */
  importKey: string
  port: number
  tallyPort: number
}

/** Bills with lines are entered with their items. */
const withItems = {
  ...sampleMappings,
  settings: { ...sampleMappings.settings, invoice_as: 'items' },
  items: [{ name: 'Moong Dal 1 kg', sku: '', item: 'Moong Dal 1 kg', unit: 'Pkt' }],
  units: [{ ours: 'Pkt', theirs: 'Pkt' }],
}

const owner = 'owner@example.com'
const password = 'only for a bridge loop'

/** Sets up a shop with the commands that an owner uses. Throws if a command fails. */
export async function setUpBridgeShop(
  processes: Processes,
  daybook: readonly string[],
  work: string,
): Promise<BridgeShop> {
  const data = join(work, 'data')
  const run = ownersCommands(processes, daybook, { data, password })
  const named = ['--organisation', 'Bridge Stores', '--owner', owner, '--password-stdin']
  await run('setup', ...named)
  const asked = ['--user', owner, '--service', 'scan-export', '--name', 'bridge loop']
  const { key = '' } = await run('key', 'create', ...asked)
  const scope = ['--scope', 'scans:import', '--all-users']
  const { key: importKey = '' } = await run('key', 'create', ...asked, ...scope)
  const port = freePort()
  let tallyPort = freePort()
  while (tallyPort === port) tallyPort = freePort()
  const mappings = join(work, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(withItems))
  writeFileSync(join(data, 'daybook.toml'), `port = ${port}\nlocal_name = "none"\n`)
  return { data, mappings, key, importKey, port, tallyPort }
}
