import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleMappings } from '../../test/support/bridge.ts'
import type { Processes } from '../crash-loop/processes.ts'
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

/** Below those that systems give to connections: a port that is let go must still be free a moment later. */
const portMin = 20_000
const portMax = 30_000

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
  const mappings = join(work, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(withItems))
  writeFileSync(join(data, 'daybook.toml'), `port = ${port}\nlocal_name = "none"\n`)
  return { data, mappings, key, importKey, port, tallyPort: freePort(port) }
}

/** A port that nobody listens on, and another one than is given. */
function freePort(taken?: number): number {
  for (;;) {
    const port = portMin + Math.floor(Math.random() * (portMax - portMin))
    if (port === taken) continue
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
      return port
    } catch {
      // The port is in use. Try the next one.
    }
  }
}
