import { expect } from 'bun:test'

/** The longest turn of the event loop, in milliseconds, on the machine that the limits are for. */
const longestTurnMs = 100

/** How often a turn is measured at most, where it seemed too long. */
const measuredMax = 4

/**
 * Work keeps nobody waiting at the server of `watched-server.child.ts`; `times` is how much longer than usual a turn may be.
 * What else runs on the cores makes a turn take more processor time, never less: one that is too long is so each time.
 * `work` gets 1, 2 and so on.
 */
export async function expectShortTurns(
  url: string,
  work: (measured: number) => Promise<unknown>,
  times = 1,
): Promise<void> {
  const longest: number[] = []
  const isShort = () => Math.min(...longest) < longestTurnMs * times
  for (let n = 1; n <= measuredMax && !isShort(); n++) {
    longest.push(await longestTurnOf(url, () => work(n)))
  }
  expect({ longest, isShort: isShort() }).toMatchObject({ isShort: true })
}

/** As long as it would have been on the machine that the limits are for. */
async function longestTurnOf(url: string, work: () => Promise<unknown>): Promise<number> {
  const ask = async (path: 'longest-turn' | 'slowness') =>
    Number(await (await fetch(`${url}/${path}`)).json())
  const before = await ask('slowness')
  await ask('longest-turn')
  await work()
  const longest = await ask('longest-turn')
  return longest / Math.max(before, await ask('slowness'))
}
