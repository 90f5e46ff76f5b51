// Kills (kill -9) and restarts a bridge, its fake Tally and its server at random moments, later also a second bridge of the same company.
// Meanwhile bills come in, and a person edits vouchers. Every bill must be in Tally exactly once. No bill may be acknowledged that is not
// in Tally. Edits of the person must stay. Exits 1 if a rule was broken, and keeps the data then.
import { parseArgs } from 'node:util'
import { runBridgeLoop } from './bridge-loop/loop.ts'
import { runDrill } from './crash-loop/drill.ts'
import { daybookCommand } from './crash-loop/processes.ts'
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
const daybook = daybookCommand(values.source)
console.log(`Seed ${seed}: ${daybook.join(' ')}`)
const limits = { limitMs: limitMs + kills * limitPerKillMs, keep: values.keep }
await runDrill({ name: 'bridge-loop', ...limits }, (drill) =>
  runBridgeLoop({ kills, daybook, random: seededRandom(seed), ...drill }),
)
