import { median, rounded, type Figure } from './figures.ts'
import { program, serveCommand, startServer } from './processes.ts'
import { flushMs, slowDisk } from './slow-disk.ts'
import { load, type Part, type Workshop } from './workshop.ts'

const connections = 64
const rounds = 5
/** Scans that a turn marks, and when it ends at the latest, in milliseconds. The first turn warms up. */
const scansPerRound = 3_000
const roundMs = 4_000

/** `POST mark-synced` of one id against one FULL commit each, on this disk. */
export const measureMarking: Part = async (shop) => {
  const result = await compare(shop, {})
  return [
    {
      name: 'mark-synced of one id, ratio to a commit each, this disk',
      value: result.ratio,
      unit: 'x',
      target: { atLeast: 1.5 },
      detail: `${result.detail}; a flush takes ${rounded(flushMs(shop.path('flush')))} ms here`,
      ifMissed:
        'sharing a flush gains what the flush costs, and here it costs little: with 0, 0.25, 0.5, 1 and 5 ms added the ' +
        'ratio was 1.2, 3.3, 4.6, 7.0 and 16. The work of a mark itself is larger than that of the one UPDATE.',
    },
  ]
}

/** The same with 5 ms added to every flush, for both. */
export const measureMarkingOnSlowDisk: Part = async (shop) => {
  const result = await compare(shop, await slowDisk(shop))
  return [
    {
      name: 'mark-synced of one id, ratio to a commit each, 5 ms slower disk',
      value: result.ratio,
      unit: 'x',
      target: { atLeast: 15 },
      detail: result.detail,
    },
  ] satisfies Figure[]
}

async function compare(shop: Workshop, env: Record<string, string>) {
  const { dir, key, ids } = await shop.data()
  const ours = await startServer(serveCommand(shop.executable, dir.root), env)
  const bare = await startServer(program('bare-mark-synced.ts', await shop.database()), env)
  try {
    const rate = async (url: string, wanted: readonly string[]) => {
      const bodies = wanted.map((id) => JSON.stringify({ ids: [id], source: 'bench' }))
      return (await load({ url, key, connections, forMs: roundMs, bodies })).perSecond
    }
    const mark = `${ours.url}/scan-export/api/public/v1/scans/mark-synced`
    const rates: { ours: number; bare: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const wanted = ids.slice(round * scansPerRound, (round + 1) * scansPerRound)
      rates.push({ ours: await rate(mark, wanted), bare: await rate(`${bare.url}/mark`, wanted) })
    }
    const ceiling = await rate(`${bare.url}/nothing`, ids)
    shop.resident.push(ours.residentMb())
    const measured = rates.slice(1)
    const of = (name: 'ours' | 'bare') => median(measured.map((round) => round[name]))
    return {
      ratio: of('ours') / of('bare'),
      detail: `${rounded(of('ours'))} against ${rounded(of('bare'))} requests/s; the generator alone reaches ${rounded(ceiling)}`,
    }
  } finally {
    await ours.stop()
    await bare.stop()
  }
}
