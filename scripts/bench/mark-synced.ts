import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median, rounded, type Figure } from './figures.ts'
import { program, serveCommand, startServer } from './processes.ts'
import { load, type Part, type Workshop } from './workshop.ts'

const connections = 64
const rounds = 5
/** Scans that a turn marks, and when it ends at the latest, in milliseconds. The first turn warms up. */
const scansPerRound = 3_000
const roundMs = 4_000

const flushes = 200

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
  const result = await compare(shop, { LD_PRELOAD: await compileSlowDisk(shop) })
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
  const { dir, key, ids } = shop.data()
  const ours = await startServer(serveCommand(shop.executable, dir.root), env)
  const bare = await startServer(program('bare-mark-synced.ts', shop.book()), env)
  try {
    const rate = async (url: string, wanted: readonly string[]) =>
      (await load({ url, key, connections, forMs: roundMs, ids: wanted })).perSecond
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

/** How long this disk takes to bring 4 KiB to safety, in milliseconds. In place, as in a log that is used again. */
function flushMs(path: string): number {
  const file = openSync(path, 'w')
  const page = new Uint8Array(4096)
  const times = Array.from({ length: flushes }, () => {
    const started = performance.now()
    writeSync(file, page, 0, page.length, 0)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
}

async function compileSlowDisk(shop: Workshop): Promise<string> {
  const compiler = Bun.which('cc')
  if (process.platform !== 'linux' || compiler === null) {
    throw new Error('a slow disk is made with LD_PRELOAD and a C compiler (cc), on Linux')
  }
  const library = shop.path('slow-disk.so')
  const source = join(import.meta.dir, 'slow-disk.c')
  const compile = Bun.spawn([compiler, '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  if ((await compile.exited) !== 0) throw new Error('slow-disk.c does not compile')
  return library
}
