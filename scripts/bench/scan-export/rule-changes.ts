import { median, rounded, type Figure } from '../figures.ts'
import { besideOthers, type Others, type OthersResult, type OthersRequest } from '../others.ts'
import { program, runForJson, serveCommand, startServer } from '../processes.ts'
import type { Part, Workshop } from '../workshop.ts'
import { rulesForAll } from './documents.ts'
import type { Prepared } from './prepare.ts'

/** The number of rule changes, one after the other. Each changes every unsynced scan. */
const rounds = 3

// Measured as processor time of two changes on two shared cores.
const insideReason =
  'a turn of the event loop holds a slice (3 to 7 ms, the first 27), its commit (2 to 6 ms and what the disk takes), the ' +
  'shortening of the log (8 to 18 ms), or a list that counts again (10 to 20 ms); a request may wait for two or three.'
const commandReason =
  'not traced by itself. An acknowledgement waits until the command pauses; the server asks for the lock each ' +
  'millisecond that its event loop is free.'

/** `daybook import rules` beside a running server. */
export const measureRuleImport: Part = async (shop) => {
  const prepared = await shop.data()
  await using server = await startServer(serveCommand(shop.executable, prepared.dir.root))
  const changed = await watch(server.url, prepared, async (round) => {
    await importRules(shop, prepared, round)
  })
  shop.resident.push(server.residentMb())
  return figuresOf('rule change by command', commandReason, changed)
}

type Changed = { renormalised: number; unsynced: number }

/** The same change in the server's own process, as the console does it. */
export const measureRuleChangeInside: Part = async (shop) => {
  const prepared = await shop.data()
  await using server = await startServer(
    program('scan-export/rule-change-server.ts', prepared.dir.root),
  )
  const changed = await watch(server.url, prepared, async (round) => {
    server.say(rulesForAll(round))
    const { renormalised, unsynced } = await server.hear<Changed>()
    // How many scans others marked before depends on the machine, so the scans that are left are counted.
    if (renormalised < unsynced) {
      throw new Error(`the rules touched only ${renormalised} of ${unsynced} scans`)
    }
  })
  return figuresOf('rule change inside the server', insideReason, changed)
}

async function importRules(shop: Workshop, { dir }: Prepared, round: number): Promise<void> {
  const file = shop.path('rules.jsonl')
  const lines = rulesForAll(round).map(({ type, from, to }) => JSON.stringify({ type, from, to }))
  await Bun.write(file, lines.join('\n'))
  await runForJson([shop.executable, 'import', 'rules', file, '--json', '--data', dir.root])
}

type Watched = { quiet: OthersResult; changes: { tookMs: number; others: OthersResult }[] }

/** Measures the others during each change. */
async function watch(
  url: string,
  { key, ids }: Prepared,
  change: (round: number) => Promise<void>,
): Promise<Watched> {
  const input = { url: `${url}/scan-export/api/public/v1`, key, requests: requestsFor(ids) }
  return await besideOthers(input, async ({ quiet, sinceLast }: Others) => {
    const changes: Watched['changes'] = []
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now()
      await change(round)
      changes.push({ tookMs: performance.now() - started, others: await sinceLast() })
    }
    return { quiet, changes }
  })
}

/** Clients acknowledge more often than they fetch. */
function requestsFor(ids: readonly string[]): OthersRequest[] {
  const list = { kind: 'list', path: '/scans/unsynced?limit=1' }
  const vendors = { kind: 'vendors', path: '/vendors' }
  const marks = ids.map((id) => {
    return { kind: 'mark', path: '/scans/mark-synced', body: JSON.stringify({ ids: [id] }) }
  })
  return marks.flatMap((mark, at) => (at % 2 === 0 ? [at % 4 === 0 ? list : vendors, mark] : mark))
}

function figuresOf(name: string, reason: string, { quiet, changes }: Watched): Figure[] {
  const longest = changes.map(({ others }) => others.longestMs)
  const tookSeconds = median(changes.map(({ tookMs }) => tookMs)) / 1000
  const kinds = Object.keys(quiet.longestOfKind).map((kind) => {
    const waits = changes.map(({ others }) => rounded(others.longestOfKind[kind] ?? 0))
    return `${kind} ${waits.join('/')}`
  })
  const idle = rounded(quiet.longestMs)
  return [
    {
      name: `${name}: longest wait of others`,
      value: Math.max(...longest),
      unit: 'ms',
      target: { atMost: 50 },
      ifMissed: reason,
      detail: `the longest of ${rounds} changes of ${rounded(tookSeconds)} s; ${kinds.join(', ')}; without a change ${idle}`,
    },
  ]
}
