import { rulesForAll } from './documents.ts'
import { median, rounded, type Figure } from './figures.ts'
import { waitingScans, type Prepared } from './prepare.ts'
import type { ProbeResult, ProbeInput } from './probe.ts'
import {
  program,
  runForJson,
  serveCommand,
  startPartner,
  startServer,
  type Partner,
} from './processes.ts'
import type { Part, Workshop } from './workshop.ts'

/** Rule changes one after the other; each touches every scan that waits. */
const rounds = 3
/** How long others are watched without a change, in milliseconds: what this machine itself makes them wait. */
const quietMs = 3_000
/** A server that just started is slower; nobody looks at that here. */
const warmUpMs = 5_000

// From processor time of two changes on two shared cores.
const insideReason =
  'a turn of the event loop holds a slice (3 to 7 ms, the first 27), its commit (2 to 6 ms and what the disk takes), the ' +
  'shortening of the log (8 to 18 ms), or a list that counts again (10 to 20 ms); a request may wait for two or three.'
const commandReason =
  'not traced by itself. An acknowledgement waits until the command pauses; the server asks for the lock each ' +
  'millisecond that its event loop is free.'

/** `daybook import rules` beside a running server. */
export const measureRuleImport: Part = async (shop) => {
  const prepared = await shop.data()
  const server = await startServer(serveCommand(shop.executable, prepared.dir.root))
  try {
    const changed = await watch(server.url, prepared, async (round) => {
      await importRules(shop, prepared, round)
    })
    shop.resident.push(server.residentMb())
    return figuresOf('rule change by command', commandReason, changed)
  } finally {
    await server.stop()
  }
}

/** The same inside the server, as the console does it. */
export const measureRuleChangeInside: Part = async (shop) => {
  const prepared = await shop.data()
  const server = await startServer(program('rule-change-server.ts', prepared.dir.root))
  try {
    const changed = await watch(server.url, prepared, async (round) => {
      server.say(rulesForAll(round))
      const { renormalised } = await server.hear<{ renormalised: number }>()
      // The scans that the probe marked meanwhile no longer wait.
      if (renormalised < waitingScans * 0.8) {
        throw new Error(`the rules touched only ${renormalised} of ${waitingScans} scans`)
      }
    })
    return figuresOf('rule change inside the server', insideReason, changed)
  } finally {
    await server.stop()
  }
}

async function importRules(shop: Workshop, { dir }: Prepared, round: number): Promise<void> {
  const file = shop.path('rules.jsonl')
  const lines = rulesForAll(round).map(({ type, from, to }) => JSON.stringify({ type, from, to }))
  await Bun.write(file, lines.join('\n'))
  await runForJson([shop.executable, 'import', 'rules', file, '--json', '--data', dir.root])
}

type Watched = { quiet: ProbeResult; changes: { tookMs: number; probe: ProbeResult }[] }

/** Sends requests all the time, first without a change, then during each. */
async function watch(
  url: string,
  { key, ids }: Prepared,
  change: (round: number) => Promise<void>,
): Promise<Watched> {
  const probe = startPartner(program('probe.ts'))
  try {
    const input: ProbeInput = { url: `${url}/scan-export/api/public/v1`, key, ids }
    probe.say(input)
    await Bun.sleep(warmUpMs)
    await next(probe)
    await Bun.sleep(quietMs)
    const quiet = await next(probe)
    const changes: Watched['changes'] = []
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now()
      await change(round)
      changes.push({ tookMs: performance.now() - started, probe: await next(probe) })
    }
    return { quiet, changes }
  } finally {
    await probe.stop()
  }
}

async function next(probe: Partner): Promise<ProbeResult> {
  probe.say('next')
  return await probe.hear<ProbeResult>()
}

function figuresOf(name: string, reason: string, { quiet, changes }: Watched): Figure[] {
  const longest = changes.map(({ probe }) => Math.max(...Object.values(probe.longestMs)))
  const tookSeconds = median(changes.map(({ tookMs }) => tookMs)) / 1000
  const kinds = Object.keys(quiet.longestMs).map((kind) => {
    const waits = changes.map(({ probe }) => rounded(probe.longestMs[kind] ?? 0))
    return `${kind} ${waits.join('/')}`
  })
  const idle = rounded(Math.max(...Object.values(quiet.longestMs)))
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
