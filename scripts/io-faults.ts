// Makes one call after the other to the disk fail while Daybook is set up, works, backs up, restores, cleans up and migrates:
// what was acknowledged stays, what was not is whole or absent, and a failure is one sentence. Exits 1 when a rule was broken.
import { availableParallelism, tmpdir } from 'node:os'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/cli/demo/random.ts'
import type { Violation } from './client-flow/proof.ts'
import { daybookCommand, processes, withLimit, type Processes } from './crash-loop/processes.ts'
import { buildDisk, faultKinds, readMet, withFault, type Fault } from './faults/disk.ts'
import { prepareShop, type PreparedShop } from './faults/shop.ts'
import { stages, type Stage } from './faults/stages.ts'

const usage = `Usage: bun scripts/io-faults.ts [--sample N] [--stage NAME] [--call N] [--seed N]
  --sample N    try so many faults of each stage, chosen at random (default: all there are)
  --stage NAME  only ${stages.map(({ name }) => name).join(', ')}
  --call N      only the faults of the N-th call
  --seed N      chooses the sample (default: another one each time)`

const seedsMax = 1_000_000

/** A run that takes longer hangs: milliseconds. */
const runLimitMs = 60_000

/** How many broken rules are shown. */
const shownMax = 30

type Options = {
  sample: number | undefined
  stage: string | undefined
  call: number | undefined
  seed: number
}

type Suite = {
  disk: string
  daybook: readonly string[]
  work: string
  processes: Processes
  prepared: PreparedShop
  violations: Violation[]
  /** Runs begun, and faults that happened. */
  runs: number
  faults: number
}

if (import.meta.main) await main(readOptions(process.argv.slice(2)))

async function main(options: Options): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'daybook-faults-'))
  const started = processes()
  let code = 1
  try {
    code = await tryFaults(options, work, started)
  } finally {
    await started.killAll()
    rmSync(work, { recursive: true, force: true })
  }
  process.exit(code)
}

async function tryFaults(options: Options, work: string, started: Processes): Promise<number> {
  const built = await buildDisk(work)
  if ('reason' in built) {
    console.log(`No faults were tried: ${built.reason}.`)
    return 0
  }
  const daybook = daybookCommand(false)
  const prepared = await prepareShop(started, daybook, work)
  const suite: Suite = {
    ...built,
    daybook,
    work,
    processes: started,
    prepared,
    violations: [],
    runs: 0,
    faults: 0,
  }
  const chosen = stages.filter(({ name }) => options.stage === undefined || options.stage === name)
  for (const stage of chosen) await tryStage(suite, stage, options)
  for (const { rule, detail } of suite.violations.slice(0, shownMax)) {
    console.error(`BROKEN: ${rule}: ${detail}`)
  }
  const seed = options.sample === undefined ? '' : ` (seed ${options.seed})`
  console.log(
    `${suite.faults} faults in ${chosen.length} stages, ${suite.violations.length} rules broken${seed}`,
  )
  return suite.violations.length > 0 ? 1 : 0
}

async function tryStage(
  suite: Suite,
  stage: Stage,
  { sample, call, seed }: Options,
): Promise<void> {
  const before = suite.faults
  // Behind its last call it runs through untouched.
  const { total } = await tryFault(suite, stage, { n: Number.MAX_SAFE_INTEGER, kind: 'EIO' })
  const all =
    call === undefined ? everyFault(total) : everyFault(call).filter(({ n }) => n === call)
  const faults = sample === undefined ? all : seededRandom(seed).shuffle(all).slice(0, sample)
  const queue = faults[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const fault of queue) await tryFault(suite, stage, fault)
    }),
  )
  console.log(`${stage.name}: ${total} calls, ${suite.faults - before} faults`)
}

function everyFault(calls: number): Fault[] {
  const numbers = Array.from({ length: calls }, (_, i) => i + 1)
  return numbers.flatMap((n) => faultKinds.map((kind) => ({ n, kind })))
}

async function tryFault(suite: Suite, stage: Stage, fault: Fault) {
  const { disk, daybook, work, processes: started, prepared } = suite
  const folder = join(work, `run-${++suite.runs}`)
  mkdirSync(folder)
  const wasMet = () => readMet(folder).failed !== undefined
  const watched = withFault(disk, folder, fault, daybook)
  const running = stage.run({ prepared, processes: started, folder, daybook, watched, wasMet })
  const found = await withLimit(running, runLimitMs, 'It did not end.').catch(
    (error: unknown): Violation[] => [{ rule: 'the run comes to its end', detail: String(error) }],
  )
  const met = readMet(folder)
  if (met.failed !== undefined) suite.faults++
  const where = `${stage.name}, ${fault.kind} at call ${fault.n} (${met.failed ?? 'not met'})`
  suite.violations.push(
    ...found.map(({ rule, detail }) => ({ rule, detail: `${where}: ${detail}` })),
  )
  rmSync(folder, { recursive: true, force: true })
  return met
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      stage: { type: 'string' },
      call: { type: 'string' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * seedsMax)) },
    },
  })
  const options = {
    stage: values.stage,
    sample: numberOf(values.sample),
    call: numberOf(values.call),
    seed: Number(values.seed),
  }
  const numbers = [options.sample ?? 1, options.call ?? 1, options.seed]
  if (numbers.every((n) => Number.isSafeInteger(n) && n >= 1)) return options
  console.error(usage)
  process.exit(2)
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
