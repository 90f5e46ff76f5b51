// Plays an integrator, over HTTP only: fetch unsynced scans, write them into a ledger, mark them as synced, until nothing
// is left; several users at once, documents arriving meanwhile. Then proves from its ledger that every eligible scan
// arrived, and none again after its acknowledgement. Prints one line of JSON; exits 1 when a rule was broken.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/cli/demo/random.ts'
import { sender, type Send } from './client-flow/api.ts'
import { deliverOnce, fetchPage, requireCountOf } from './client-flow/deliver.ts'
import { openLedger, readLedger, type Ledger } from './client-flow/ledger.ts'
import { parcels } from './client-flow/papers.ts'
import { countScans, violationsOf, type FinalState } from './client-flow/proof.ts'
import { upload } from './client-flow/upload.ts'

const usage = `Usage: bun scripts/client-flow.ts --base URL --ledger FILE (--keys FILE | --key USER=KEY ...)
  --base URL          base address of scan export, such as http://127.0.0.1:3292/scan-export
  --keys FILE         a JSON object: user → key; --key USER=KEY names one more
  --ledger FILE       JSON Lines, appended to
  --seconds N         send documents for so long (default 0: only take what waits)
  --until-stopped     send documents until SIGTERM comes
  --pause MS          longest pause between two documents of one user (default 40)
  --only-ours         the users' scans all come from this ledger: any other is a fault
  --seed N            what is sent, and how it is asked for (default 1)`

/** Pause after an answer without items, in milliseconds: a real integrator asks every few minutes. */
const idlePauseMs = 50

type Options = {
  base: string
  keys: Record<string, string>
  ledger: string
  seconds: number
  untilStopped: boolean
  pauseMs: number
  onlyOurs: boolean
  seed: number
}

type Person = { user: string; send: Send; seed: number }

if (import.meta.main) await main()

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const ledger = openLedger(options.ledger)
  const stop = stopSignal(options)
  const persons = Object.entries(options.keys).map(([user, key], i) => ({
    user,
    send: sender(options.base, key),
    seed: options.seed * 1000 + i,
  }))
  await Promise.all(persons.map((person) => serve(person, ledger, stop, options.pauseMs)))
  const final = await finalState(persons)
  ledger.close()
  const entries = readLedger(options.ledger)
  const violations = violationsOf(entries, { onlyOurs: options.onlyOurs, final })
  console.log(JSON.stringify({ ...countScans(entries), violations }))
  process.exitCode = violations.length > 0 ? 1 : 0
}

/** One user's integrator and, until `stop`, its scanner. Ends when nothing is left. */
async function serve(
  { user, send, seed }: Person,
  ledger: Ledger,
  stop: AbortSignal,
  pauseMs: number,
): Promise<void> {
  const random = seededRandom(seed)
  const scanning = scan({ user, send, seed: seed + 500 }, ledger, stop, pauseMs)
  const ended = scanning.then(() => true)
  while (!(await Promise.race([ended, Bun.sleep(0).then(() => false)]))) {
    const came = await deliverOnce(send, ledger, user, random, false)
    if (came === 0) await Bun.sleep(idlePauseMs)
  }
  await requireCountOf(send)
  while ((await deliverOnce(send, ledger, user, random, true)) > 0) {
    // Until an answer is empty.
  }
}

/** Documents come in one after another, in pairs now and then: the second does not wait for the first. */
async function scan(
  { user, send, seed }: Person,
  ledger: Ledger,
  stop: AbortSignal,
  pauseMs: number,
): Promise<void> {
  const random = seededRandom(seed)
  const next = parcels(random, `${Bun.randomUUIDv7()}-${user}`)
  while (!stop.aborted) {
    const batch = random.chance(0.2) ? [next(), next(), next()] : [next()]
    await Promise.all(batch.map((parcel) => upload(send, ledger, user, parcel)))
    await Bun.sleep(random.int(0, pauseMs))
  }
}

async function finalState(persons: readonly Person[]): Promise<FinalState> {
  const states = persons.map(async ({ user, send }) => {
    const { items, waiting } = await fetchPage(send, '')
    return [user, { waiting, listed: items.map(({ id }) => id) }] as const
  })
  return new Map(await Promise.all(states))
}

function stopSignal({ seconds, untilStopped }: Options): AbortSignal {
  if (!untilStopped) {
    return seconds > 0 ? AbortSignal.timeout(seconds * 1000) : AbortSignal.abort()
  }
  const controller = new AbortController()
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}

/** Ends the process when something that it needs is missing. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      base: { type: 'string' },
      keys: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      ledger: { type: 'string' },
      seconds: { type: 'string', default: '0' },
      'until-stopped': { type: 'boolean', default: false },
      pause: { type: 'string', default: '40' },
      'only-ours': { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
  })
  const { base, ledger } = values
  const keys = { ...keysOfFile(values.keys), ...Object.fromEntries(values.key.map(keyOf)) }
  if (base === undefined || ledger === undefined || Object.keys(keys).length === 0) {
    console.error(usage)
    process.exit(2)
  }
  return {
    base: base.replace(/\/$/, ''),
    keys,
    ledger,
    seconds: Number(values.seconds),
    untilStopped: values['until-stopped'],
    pauseMs: Number(values.pause),
    onlyOurs: values['only-ours'],
    seed: Number(values.seed),
  }
}

function keysOfFile(file: string | undefined): Record<string, string> {
  return file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))
}

function keyOf(text: string): [user: string, key: string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}
