// Makes one disk call after the other fail while Daybook is set up, works, backs up, restores, cleans up and migrates. Acknowledged data
// must stay. Other data must be whole or absent. A failure must be one sentence. Exits 1 if a rule was broken.
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from './demo/random.ts'
import type { Violation } from './client-flow/proof.ts'
import { withLimit } from './crash-loop/processes.ts'
import { faultKinds, readMet, withFault, type Fault, type Met } from './faults/disk.ts'
import type { Stage } from './faults/stages.ts'
import { runSuite, type Suite, type Tried } from './faults/suite.ts'

/** In milliseconds. A run that takes longer hangs. */
const runLimitMs = 180_000

if (import.meta.main) await runSuite('io-faults.ts', 'faults', tryFaults)

async function tryFaults(suite: Suite): Promise<Tried> {
  const violations: Violation[] = []
  let faults = 0
  for (const stage of suite.chosen) {
    const runs = await tryStage(suite, stage)
    const calls = runs[0]?.total ?? 0
    // A short write cannot happen at a call that writes nothing.
    const met = runs.filter(({ failed }) => failed !== undefined).length
    console.log(`${stage.name}: ${calls} calls, ${met} faults`)
    if (calls === 0) violations.push({ rule: 'there is something to fail', detail: stage.name })
    violations.push(...runs.flatMap(({ found }) => found))
    faults += met
  }
  return { violations, howMuch: `${faults} faults in ${suite.chosen.length} stages` }
}

type Run = Met & { found: Violation[] }

async function tryStage(suite: Suite, stage: Stage): Promise<Run[]> {
  // A fault behind the last call never occurs, so this run goes through untouched.
  const untouched = await tryFault(suite, stage, { n: Number.MAX_SAFE_INTEGER, kind: 'EIO' })
  const runs = [untouched]
  const queue = chooseFaults(suite, untouched.total)[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const fault of queue) runs.push(await tryFault(suite, stage, fault))
    }),
  )
  return runs
}

function chooseFaults({ sample, call, seed }: Suite, calls: number): Fault[] {
  const numbers = Array.from({ length: calls }, (_, i) => i + 1).filter((n) => n === (call ?? n))
  const all = numbers.flatMap((n) => faultKinds.map((kind) => ({ n, kind })))
  return sample === undefined ? all : seededRandom(seed).shuffle(all).slice(0, sample)
}

async function tryFault(suite: Suite, stage: Stage, fault: Fault): Promise<Run> {
  const folder = join(suite.work, Bun.randomUUIDv7())
  mkdirSync(folder)
  const wasMet = () => readMet(folder).failed !== undefined
  const watched = withFault(suite.disk, folder, fault, suite.daybook)
  const found = await withLimit(
    stage.run({ ...suite, folder, watched, wasMet }),
    runLimitMs,
    'It did not end.',
  ).catch((error: unknown) => [{ rule: 'the run comes to its end', detail: String(error) }])
  const met = readMet(folder)
  rmSync(folder, { recursive: true, force: true })
  const where = `${stage.name}, ${fault.kind} at call ${fault.n} (${met.failed ?? 'not met'})`
  return {
    ...met,
    found: found.map(({ rule, detail }) => ({ rule, detail: `${where}: ${detail}` })),
  }
}
