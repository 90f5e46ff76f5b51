import { parseArgs } from 'node:util'
import type { Violation } from '../client-flow/proof.ts'
import { runDrill } from '../crash-loop/drill.ts'
import { daybookCommand, type Processes } from '../crash-loop/processes.ts'
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
  return await runDrill({ name: 'disk' }, async ({ work, processes, violations }) => {
    const built = await buildDisk(work)
    if ('reason' in built) return `No ${what} were tried: ${built.reason}.`
    const daybook = daybookCommand(false)
    const prepared = await prepareShop(processes, daybook, work)
    const tried = await run({ ...built, ...options, daybook, work, processes, prepared })
    violations.push(...tried.violations.slice(0, shownMax))
    return `${tried.howMuch}, ${tried.violations.length} rules broken (seed ${options.seed})`
  })
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
