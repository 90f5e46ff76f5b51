// Runs Bun with the given arguments while one program keeps Wine awake. Otherwise the first test would start Wine's own programs, which
// hold the pipes of that test open. A test that starts while they end could not reach them.
import { join } from 'node:path'
import { firstLine } from '../../src/platform/own-program.ts'

const root = join(import.meta.dir, '../..')

const waiting = "console.log('Wine is awake.'); setInterval(() => {}, 60_000)"
const keeper = Bun.spawn([join(import.meta.dir, 'daybook-wine.sh'), '-e', waiting], {
  cwd: root,
  env: { ...process.env, BUN_BE_BUN: '1' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
await firstLine(keeper.stdout)
const child = Bun.spawn([process.execPath, ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
const code = await child.exited
keeper.kill('SIGKILL')
await keeper.exited
process.exit(code)
