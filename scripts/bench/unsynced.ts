import { median, rounded, type Figure } from './figures.ts'
import { program, serveCommand, startServer } from './processes.ts'
import { load, type Part } from './workshop.ts'

const connections = 4
const roundMs = 2_000
const rounds = 5

/** `GET scans/unsynced?limit=500` against a bare SELECT of the same rows, in turns. The first turn warms up. */
export const measureUnsynced: Part = async (shop) => {
  const { dir, key } = await shop.data()
  const ours = await startServer(serveCommand(shop.executable, dir.root))
  const bare = await startServer(program('bare-unsynced.ts', await shop.database()))
  try {
    const rate = async (url: string) =>
      (await load({ url, key, connections, forMs: roundMs })).perSecond
    const list = `${ours.url}/scan-export/api/public/v1/scans/unsynced?limit=500`
    const rates: Rates[] = []
    for (let round = 0; round <= rounds; round++) {
      rates.push({
        ours: await rate(list),
        parsed: await rate(`${bare.url}/parsed`),
        text: await rate(`${bare.url}/text`),
      })
    }
    const ceiling = await rate(`${bare.url}/nothing`)
    shop.resident.push(ours.residentMb())
    return figuresOf(rates.slice(1), ceiling)
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

type Rates = { ours: number; parsed: number; text: number }

function figuresOf(rates: readonly Rates[], ceiling: number): Figure[] {
  const of = (name: keyof Rates) => median(rates.map((round) => round[name]))
  const shown = (name: keyof Rates) => rounded(of(name))
  return [
    {
      name: 'unsynced list of 500, ratio to a bare program',
      value: of('ours') / of('parsed'),
      unit: 'x',
      target: { atLeast: 0.6 },
      detail: `${shown('ours')} against ${shown('parsed')} requests/s; both answer documents as objects`,
    },
    {
      name: 'unsynced list of 500, ratio to one that leaves documents as text',
      value: of('ours') / of('text'),
      unit: 'x',
      detail: `${shown('text')} requests/s; the generator alone reaches ${rounded(ceiling)}`,
    },
  ]
}
