// Kills (kill -9) and restarts a bridge, its fake Tally and its server at random moments, later also a second bridge of the same company.
// Meanwhile bills come in, and a person edits vouchers. Every bill must be in Tally exactly once. No bill may be acknowledged that is not
// in Tally. Edits of the person must stay. Exits 1 if a rule was broken, and keeps the data then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBridgeLoop } from './bridge-loop/loop.ts'
import { daybookCommand, processes, withLimit } from './crash-loop/processes.ts'
import { seededRandom } from './demo/random.ts'

const usage = `Usage: bun scripts/bridge-loop.ts [--kills N] [--seed N] [--source] [--keep]
  --kills N   how often one of the three is killed (default 30)
  --seed N    decides when, and which (default: another one each time)
  --source    run the source tree, also when there is a built executable
  --keep      keep the data`

const seedsMax = 1_000_000

/** The time limit, in milliseconds: for set-up and end together, and for each kill. */
const limitMs = 300_000
const limitPerKillMs = 40_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
    source: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const kills = Number(values.kills)
const seed = Number(values.seed)
const work = mkdtempSync(join(tmpdir(), 'daybook-bridge-loop-'))
const started = processes()
const daybook = daybookCommand(values.source)
const endAll = async () => {
  await started.killAll()
  rmSync(work, { recursive: true, force: true })
  process.exit(1)
}
process.once('SIGINT', () => void endAll())
process.once('SIGTERM', () => void endAll())
console.log(`Seed ${seed}: ${daybook.join(' ')}`)
const broken: string[] = []
try {
  const loop = { kills, daybook, work, processes: started, random: seededRandom(seed), broken }
  const limit = limitMs + kills * limitPerKillMs
  console.log(await withLimit(runBridgeLoop(loop), limit, 'It took too long.'))
} catch (error) {
  broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
await started.killAll()
for (const rule of broken) console.error(`BROKEN: ${rule}`)
if (broken.length > 0 || values.keep) console.error(`The data is in ${work}`)
else rmSync(work, { recursive: true, force: true })
process.exit(broken.length > 0 ? 1 : 0)
