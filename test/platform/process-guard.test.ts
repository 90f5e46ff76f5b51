import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tookTooMuch } from '../../src/platform/process-guard.ts'
import { firstLine } from '../../src/platform/first-line.ts'
import { endlessPdf } from '../support/papers.ts'
import { isAtWork } from '../support/processes.ts'
import { until } from '../support/temporary-database.ts'

const greedy = join(import.meta.dir, 'greedy.child.ts')
const stuck = join(import.meta.dir, 'stuck.child.ts')
const starter = join(import.meta.dir, 'starter.child.ts')
const allowed = 200 * 1024 * 1024

/** Two of them start on a busy machine, in milliseconds. */
const limitMs = 120_000

test('a process that takes more memory than it may is ended while it is at work, and says why', async () => {
  const child = Bun.spawn([process.execPath, greedy, String(allowed)], { stderr: 'pipe' })
  const complaint = await child.stderr.text()
  expect(complaint.trim()).toBe(tookTooMuch)
  expect(await child.exited).not.toBe(0)
})

test('a process that nobody ends is gone when whoever started it had long ceased to wait', async () => {
  const env = { ...process.env, DAYBOOK_LIMIT_MS: '100', DAYBOOK_STARTED_BY: String(process.pid) }
  const child = Bun.spawn([process.execPath, stuck], { env, stdout: 'pipe' })
  expect(await firstLine(child.stdout)).toBe('stuck')
  expect(await child.exited).not.toBe(0)
})

test(
  'processes that draw and read a file without end are gone soon after the one that started them was killed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-orphans-'))
    try {
      const file = join(folder, 'endless.pdf')
      writeFileSync(file, endlessPdf())
      const killed = Bun.spawn([process.execPath, starter, file], { stdout: 'pipe' })
      const started: number[] = JSON.parse(await firstLine(killed.stdout))
      expect(started.map(isAtWork)).toEqual([true, true])
      killed.kill('SIGKILL')
      await until(() => !started.some(isAtWork))
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  limitMs,
)
