// Plays Litestream to a standby and a restore: each `….ltx` of the place is a whole book. `restore` writes one into a file, and
// with `-f` goes on in that file with whatever comes.
import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'

const args = process.argv.slice(2)
const valueOf = (name: string) => args[args.indexOf(name) + 1] ?? ''
const config: unknown = JSON.parse(readFileSync(valueOf('-config'), 'utf8'))
const [, folder = ''] = /"path":"([^"]+\/book\/\d{8})"/.exec(JSON.stringify(config)) ?? []
const file = args.at(-1) ?? ''
const mark = `${file}-txid`

const states = () =>
  [...new Bun.Glob('ltx/*/*.ltx').scanSync({ cwd: folder })]
    .map((name) => ({ name, txid: basename(name, '.ltx').slice(-16) }))
    .toSorted((one, other) => one.txid.localeCompare(other.txid))

const stateAt = (txid: string) => states().find((state) => state.txid === txid)

if (!args.includes('-f')) {
  const wanted = args.includes('-txid') ? stateAt(valueOf('-txid')) : states().at(-1)
  if (wanted === undefined) fail('no matching backup files available')
  else writeFileSync(file, readFileSync(join(folder, wanted.name)))
} else {
  if (!existsSync(mark)) fail('no note of how far it is')
  for (;;) {
    const next = states().find(({ txid }) => txid > readFileSync(mark, 'utf8').trim())
    if (next !== undefined) apply(readFileSync(join(folder, next.name)), next.txid)
    await Bun.sleep(20)
  }
}

/** Within the lock of a transaction, as pages are brought into a book that others read. */
function apply(bytes: Buffer, txid: string): void {
  using locked = new Database(file, { readwrite: true })
  locked.run('PRAGMA busy_timeout = 5000')
  locked.run('BEGIN EXCLUSIVE')
  bytes.set([1, 1], 18)
  const written = openSync(file, 'r+')
  writeSync(written, bytes, 0, bytes.length, 0)
  writeFileSync(mark, `${txid}\n`)
  closeSync(written)
}

function fail(reason: string): void {
  console.error(JSON.stringify({ level: 'ERROR', msg: 'failed', error: reason }))
  process.exit(1)
}
