import { expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { tryOnCopy } from '../../../src/platform/update/trial.ts'
import { firstLine } from '../../../src/platform/own-program.ts'
import { noon, temporaryDir } from '../../support/temporary-database.ts'
import { daybookCommand } from '../run-daybook.ts'

/** A program as one file, as an update has it; this Daybook. */
function asFile(text = `#!/bin/sh\nexec ${daybookCommand.join(' ')} "$@"\n`) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-program-'))
  const file = join(folder, 'daybook')
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('a trial of this Daybook is well on a copy of the data, and leaves the data alone', async () => {
  using folder = temporaryDir()
  using program = asFile()
  await openServedDatabase(folder.dir, noon).close()
  expect(await tryOnCopy(program.file, folder.dir)).toBeUndefined()
  const left = readdirSync(folder.dir.root)
  expect(left).not.toContain('update-trial')
  expect(left).not.toContain('calls.db')
})

test('a trial says what is wrong, such as a setting that this Daybook does not know', async () => {
  using folder = temporaryDir()
  using program = asFile()
  await openServedDatabase(folder.dir, noon).close()
  writeFileSync(folder.dir.config, 'colour = "red"')
  expect(await tryOnCopy(program.file, folder.dir)).toContain('there is no setting colour')
})

/** It hears no signal that a program can refuse. */
function stubborn(source: string): string {
  return `#!${process.execPath}\nprocess.on('SIGTERM', () => {})\n${source}\n`
}

test('a trial ends a program that does not want to end', async () => {
  using folder = temporaryDir()
  using program = asFile(
    stubborn(`const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ version: '9' }) })
console.log(JSON.stringify({ url: server.url.origin }))`),
  )
  await openServedDatabase(folder.dir, noon).close()
  expect(await tryOnCopy(program.file, folder.dir)).toBeUndefined()
})

test('a trial gives up a program that hangs before it says anything', async () => {
  using folder = temporaryDir()
  using program = asFile(stubborn('setInterval(() => {}, 1000)'))
  await openServedDatabase(folder.dir, noon).close()
  expect(await tryOnCopy(program.file, folder.dir, 500)).toContain('SIGKILL')
})

test('a trial ends by itself when the update that asked for it is gone', async () => {
  using folder = temporaryDir()
  await openServedDatabase(folder.dir, noon).close()
  const trial = Bun.spawn(
    [...daybookCommand, 'serve', '--trial', '--json', '--data', folder.dir.root],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  expect(await firstLine(trial.stdout)).toContain('"url"')
  await trial.stdin.end()
  expect(await trial.exited).toBe(0)
})

test('a trial that holds on to its input ends when it is asked to', async () => {
  using folder = temporaryDir()
  await openServedDatabase(folder.dir, noon).close()
  const trial = Bun.spawn(
    [...daybookCommand, 'serve', '--trial', '--json', '--data', folder.dir.root],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  expect(await firstLine(trial.stdout)).toContain('"url"')
  trial.kill()
  expect(await trial.exited).toBe(0)
})
