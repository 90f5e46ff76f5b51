import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Violation } from '../client-flow/proof.ts'
import { daybookCommand, processes, type Processes } from '../crash-loop/processes.ts'
import { buildDisk } from './disk.ts'
import { prepareShop, type PreparedShop } from './shop.ts'
import { stages, type Stage } from './stages.ts'

const seedsMax = 1_000_000

/** How many broken rules are shown. */
const shownMax = 30

/** What both suites over the disk start from: its program (see disk.ts), Daybook's command, a folder, the shop. */
export type Suite = {
  disk: string
  daybook: readonly string[]
  work: string
  processes: Processes
  prepared: PreparedShop
  chosen: readonly Stage[]
  /** How many calls of each stage the suite tries. The seed chooses them. Undefined: all calls. */
  sample: number | undefined
  /** Tries only this call of each stage. */
  call: number | undefined
  seed: number
}

/** `howMuch` says in words what the suite tried. */
export type Tried = { violations: Violation[]; howMuch: string }

/** Runs a suite as the command line inputs, says what it found and ends the process. `what` it does to the disk. */
export async function runSuite(
  script: string,
  what: string,
  run: (suite: Suite) => Promise<Tried>,
): Promise<never> {
  const options = readOptions(script, process.argv.slice(2))
  const work = mkdtempSync(join(tmpdir(), 'daybook-disk-'))
  const started = processes()
  const end = async (code: number): Promise<never> => {
    await started.killAll()
    rmSync(work, { recursive: true, force: true })
    process.exit(code)
  }
  process.once('SIGINT', () => void end(1))
  process.once('SIGTERM', () => void end(1))
  try {
    const built = await buildDisk(work)
    if ('reason' in built) {
      console.log(`No ${what} were tried: ${built.reason}.`)
      return await end(0)
    }
    const daybook = daybookCommand(false)
    const prepared = await prepareShop(started, daybook, work)
    const suite = { ...built, ...options, daybook, work, processes: started, prepared }
    return await end(told(await run(suite), options.seed))
  } catch (error) {
    console.error(error)
    return await end(1)
  }
}

function told({ violations, howMuch }: Tried, seed: number): number {
  for (const { rule, detail } of violations.slice(0, shownMax)) {
    console.error(`BROKEN: ${rule}: ${detail}`)
  }
  console.log(`${howMuch}, ${violations.length} rules broken (seed ${seed})`)
  return violations.length > 0 ? 1 : 0
}

/** Ends the process if the options are not right. */
function readOptions(script: string, args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      stage: { type: 'string' },
      call: { type: 'string' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * seedsMax)) },
    },
  })
  const sample = numberOf(values.sample)
  const call = numberOf(values.call)
  const seed = Number(values.seed)
  const chosen = stages.filter(({ name }) => (values.stage ?? name) === name)
  const areNumbers = [sample ?? 1, call ?? 1, seed].every((n) => Number.isSafeInteger(n) && n > 0)
  if (areNumbers && chosen.length > 0) return { sample, call, seed, chosen }
  console.error(`Usage: bun scripts/${script} [--sample N] [--stage NAME] [--call N] [--seed N]
  --sample N    try so many of each stage, chosen at random (default: all)
  --stage NAME  only ${stages.map(({ name }) => name).join(', ')}
  --call N      only at the N-th call of a stage to the disk
  --seed N      chooses the sample, and what survives a cut (default: another one each time)`)
  process.exit(2)
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
