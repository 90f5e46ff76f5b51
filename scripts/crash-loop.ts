// Kills (kill -9) and restarts a server at random moments while integrators, a shop that sends products and orders, and its accounting
// system work with it. Nothing acknowledged may get lost or be delivered again. Stock must be what was not sold. The database must stay
// sound, and no orphan file may be left. Exits 1 if a rule was broken, and keeps the data then.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from './demo/random.ts'
import { runDrill } from './crash-loop/drill.ts'
import { runLoop, serverLog } from './crash-loop/loop.ts'
import { daybookCommand } from './crash-loop/processes.ts'

const usage = `Usage: bun scripts/crash-loop.ts [--kills N] [--goods N] [--life MS] [--seed N] [--source] [--keep]
  --kills N   how often the server is killed (default 50)
  --goods N   how many the shop sends before it sets their stock (default 2000)
  --life MS   the longest that a server listens before it is killed (default 1200)
  --seed N    decides when, and what is sent (default: another one each time)
  --source    run the source tree, also when there is a built executable
  --keep      keep the data, the ledgers and the logs`

const killsDefault = 50
const goodsDefault = 2000
const lifeDefaultMs = 1_200
const seedsMax = 1_000_000

/** The time limit, in milliseconds: for set-up and the end with its last change of rules, and for each kill. */
const limitMs = 120_000
const limitPerKillMs = 30_000

/** This many characters of the servers' log are shown after a failure. */
const logShown = 4000

type Options = {
  kills: number
  goods: number
  lifeMs: number
  seed: number
  source: boolean
  keep: boolean
}

if (import.meta.main) await main(readOptions(process.argv.slice(2)))

async function main({ kills, goods, lifeMs, seed, source, keep }: Options): Promise<void> {
  const daybook = daybookCommand(source)
  console.log(`Seed ${seed}: ${daybook.join(' ')}`)
  const limits = { limitMs: limitMs + kills * limitPerKillMs, keep }
  const loop = { kills, goods, lifeMs, seed, daybook, random: seededRandom(seed) }
  const wish = { name: 'crash-loop', lastWords: (work: string) => lastLines(join(work, serverLog)) }
  await runDrill({ ...wish, ...limits }, (drill) => runLoop({ ...loop, ...drill }))
}

/** The last lines of the servers' log. */
function lastLines(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text === '' ? 'No server said anything.' : `The servers said: ${text.slice(-logShown)}`
}

/** Ends the process if the options are not right. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: String(killsDefault) },
      goods: { type: 'string', default: String(goodsDefault) },
      life: { type: 'string', default: String(lifeDefaultMs) },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * seedsMax)) },
      source: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const kills = Number(values.kills)
  const goods = Number(values.goods)
  const lifeMs = Number(values.life)
  const seed = Number(values.seed)
  if (
    ![kills, goods, lifeMs, seed].every(Number.isSafeInteger) ||
    Math.min(kills, goods, lifeMs) < 1
  ) {
    console.error(usage)
    process.exit(2)
  }
  return { kills, goods, lifeMs, seed, source: values.source, keep: values.keep }
}
