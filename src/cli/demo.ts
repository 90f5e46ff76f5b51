import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../platform/config.ts'
import { systemClock } from '../platform/clock.ts'
import { dataDir, makeDataDir } from '../platform/data-dir.ts'
import { openServedBook } from '../platform/db/book.ts'
import { fillDemo, type DemoKey } from './demo/fill.ts'
import { portText, stopSignal } from './serve.ts'
import { startServer, type RunningDaybook } from './start-server.ts'

type DemoOptions = { port?: string; json?: boolean; keep?: string }

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'a throw-away instance with a sample shop, on this computer only, with the same keys every time',
    )
    .option('--port <number>', 'listen on this port; 0 takes a free one (default: 3292)', portText)
    .option('--json', 'print one line of JSON when it listens')
    .option('--keep <dir>', 'keep the data in this directory')
    .addHelpText('after', '\nExample:\n  daybook demo --port 0 --json')
    .action((options: DemoOptions) => demo(options))
}

async function demo(options: DemoOptions): Promise<void> {
  const root = options.keep === undefined ? temporaryDir() : resolve(options.keep)
  try {
    const dir = dataDir(root)
    makeDataDir(dir)
    const now = systemClock.now()
    const book = openServedBook(dir, now)
    const keys = await fillDemo(book, dir, now)
    await book.close()
    // Nothing of this computer's own settings: the demo is the same everywhere, and only on this computer.
    const daybook = await startServer(
      dir,
      readConfig({ port: options.port }, {}, dir.config),
      systemClock,
    )
    print(options, daybook, keys)
    await stopSignal()
    await daybook.stop()
  } finally {
    if (options.keep === undefined) rmSync(root, { recursive: true, force: true })
  }
}

function temporaryDir(): string {
  return mkdtempSync(join(tmpdir(), 'daybook-demo-'))
}

function print(options: DemoOptions, daybook: RunningDaybook, keys: readonly DemoKey[]): void {
  const { url, scanExport, storefront } = daybook
  if (options.json === true) {
    const byName = Object.fromEntries(keys.map(({ name, key }) => [name, key]))
    console.log(JSON.stringify({ url, scanExport, storefront, keys: byName }))
    return
  }
  console.log(`The demo runs at ${url} (scan export: ${scanExport}, docs: ${scanExport}/docs)`)
  console.log('Its keys, the same every time:')
  for (const { name, key, about } of keys) console.log(`  ${name.padEnd(8)} ${key}   ${about}`)
  console.log('Try:')
  console.log(
    `  curl -H "Authorization: Bearer ${keys[0]?.key ?? ''}" "${scanExport}/api/public/v1/scans/unsynced?limit=2"`,
  )
  console.log('Stop it with Ctrl+C; its data goes with it.')
}
