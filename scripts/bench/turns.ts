import { median, percentile, rounded } from './figures.ts'
import type { LoadInput } from './load.ts'
import { flushMs, type Running, slowDisk } from './processes.ts'
import { load, type Part, type Workshop } from './workshop.ts'

/** One side of a comparison: a server, and the load that it gets. `input` gives each round a load of its own. */
export type Side = { server: Running; input: (round: number) => LoadInput }

export type Compared = {
  /** The first side's requests per second, divided by the second side's. */
  ratio: number
  detail: string
}

const rounds = 5

/** How long one turn lasts, in milliseconds. */
export const turnMs = 1_000

/** Measures both sides in turns and compares the medians of the rounds. The first round is a warm-up and does not count. */
export async function compareInTurns(first: Side, second: Side): Promise<Compared> {
  const turns: [Turn, Turn][] = []
  for (let round = 0; round <= rounds; round++) {
    turns.push([await takeTurn(first, round), await takeTurn(second, round)])
  }
  const measured = turns.slice(1)
  const mine = medianTurn(measured.map(([turn]) => turn))
  const theirs = medianTurn(measured.map(([, turn]) => turn))
  const ratios = measured.map(([a, b]) => a.perSecond / b.perSecond).toSorted((a, b) => a - b)
  const range = `${rounded(percentile(ratios, 0))} to ${rounded(percentile(ratios, 100))}`
  return {
    ratio: mine.perSecond / theirs.perSecond,
    // Processor time does not depend on the other work of the machine.
    detail:
      `${rounded(mine.perSecond)} against ${rounded(theirs.perSecond)} requests/s, rounds ${range}; ` +
      `a request takes ${rounded(mine.cpuMicros)} against ${rounded(theirs.cpuMicros)} µs of processor time`,
  }
}

/** `cpuMicros`: processor time of the server for each request, in microseconds. */
type Turn = { perSecond: number; cpuMicros: number }

async function takeTurn({ server, input }: Side, round: number): Promise<Turn> {
  const before = server.cpuSeconds()
  const { perSecond, requests } = await load(input(round))
  return { perSecond, cpuMicros: ((server.cpuSeconds() - before) * 1_000_000) / requests }
}

function medianTurn(turns: readonly Turn[]): Turn {
  return {
    perSecond: median(turns.map((turn) => turn.perSecond)),
    cpuMicros: median(turns.map((turn) => turn.cpuMicros)),
  }
}

type OnDisk = (shop: Workshop, env: Record<string, string>) => Promise<Compared>

/** A ratio as two parts of the bench: on this disk, and with 5 ms added to every flush of both programs. */
export function onBothDisks(name: string, compare: OnDisk, given: { ifMissed?: string } = {}) {
  const here: Part = async (shop) => {
    const { ratio, detail } = await compare(shop, {})
    const flush = rounded(flushMs(shop.path('flush')))
    return [
      {
        name: `${name}, this disk`,
        value: ratio,
        unit: 'x',
        target: { atLeast: 1.5 },
        detail: `${detail}; a flush takes ${flush} ms here`,
        ...given,
      },
    ]
  }
  const slow: Part = async (shop) => {
    const { ratio, detail } = await compare(shop, await slowDisk(shop.path('slow-disk.so')))
    return [
      {
        name: `${name}, 5 ms slower disk`,
        value: ratio,
        unit: 'x',
        target: { atLeast: 15 },
        detail,
      },
    ]
  }
  return { here, slow }
}
