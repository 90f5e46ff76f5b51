// Plays a client of Daybook over HTTP: the integrator of scan export, the shop that fills the storefront, or the accounting system that
// takes its orders. Writes every request and answer into a ledger and proves from the ledger what it can. Prints one line of JSON. Exits 1
// if a rule was broken.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sender } from './client-flow/api.ts'
import { playIntegrator } from './client-flow/integrator.ts'
import { playErp, playShop } from './client-flow/storefront/play.ts'

const usage = `Usage: bun scripts/client-flow.ts [--plays WHO] --base URL --ledger FILE (--keys FILE | --key NAME=KEY ...)
  --plays WHO         integrator (of scan export, the default), shop or erp (of the storefront)
  --base URL          base address of the service, such as http://127.0.0.1:3292/scan-export
  --keys FILE         a JSON object: user → key; --key NAME=KEY names one more. shop and erp use the first,
                      and the shop's needs every scope that it has: it gives discounts and sells services without a SKU
  --ledger FILE       JSON Lines, appended to
  --seconds N         send for so long (default 0: only take what waits)
  --until-stopped     send until SIGTERM comes
  --pause MS          longest pause between two requests of one user or connection (default 40)
  --only-ours         integrator: the users' scans all come from this ledger, any other is a fault
  --goods N           shop: how many goods it sends (default 2000)
  --connections N     shop: how many place orders (default 16)
  --seed N            what is sent, and how it is asked for (default 1)`

const plays = ['integrator', 'shop', 'erp'] as const

type Options = {
  who: (typeof plays)[number]
  base: string
  keys: Record<string, string>
  ledger: string
  seconds: number
  untilStopped: boolean
  pauseMs: number
  onlyOurs: boolean
  goods: number
  connections: number
  seed: number
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const outcome = await play(options, stopSignal(options))
  console.log(JSON.stringify(outcome))
  process.exitCode = outcome.violations.length > 0 ? 1 : 0
}

async function play(options: Options, stop: AbortSignal) {
  const { who, base, keys } = options
  if (who === 'integrator') return await playIntegrator({ ...options, stop })
  const [key = ''] = Object.values(keys)
  const played = { ...options, send: sender(base, key), stop }
  return await (who === 'shop' ? playShop(played) : playErp(played))
}

function stopSignal({ seconds, untilStopped }: Options): AbortSignal {
  if (!untilStopped) {
    return seconds > 0 ? AbortSignal.timeout(seconds * 1000) : AbortSignal.abort()
  }
  const controller = new AbortController()
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}

/** Ends the process if a required option is missing. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      plays: { type: 'string', default: 'integrator' },
      base: { type: 'string' },
      keys: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      ledger: { type: 'string' },
      seconds: { type: 'string', default: '0' },
      'until-stopped': { type: 'boolean', default: false },
      pause: { type: 'string', default: '40' },
      'only-ours': { type: 'boolean', default: false },
      goods: { type: 'string', default: '2000' },
      connections: { type: 'string', default: '16' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { base, ledger } = values
  const who = plays.find((name) => name === values.plays)
  const keys = { ...keysOfFile(values.keys), ...Object.fromEntries(values.key.map(keyOf)) }
  const isWhole = who !== undefined && base !== undefined && ledger !== undefined
  if (!isWhole || Object.keys(keys).length === 0) {
    console.error(usage)
    process.exit(2)
  }
  return {
    who,
    base: base.replace(/\/$/, ''),
    keys,
    ledger,
    seconds: Number(values.seconds),
    untilStopped: values['until-stopped'],
    pauseMs: Number(values.pause),
    onlyOurs: values['only-ours'],
    goods: Number(values.goods),
    connections: Number(values.connections),
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
