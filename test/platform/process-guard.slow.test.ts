import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstLine } from '../../src/platform/own-program.ts'
import { tookTooLong, tookTooMuch } from '../../src/platform/limited-process.ts'
import { endlessPdf } from '../support/papers.ts'
import { isAtWork } from '../support/processes.ts'
import { until } from '../support/temporary-database.ts'

const greedy = join(import.meta.dir, 'greedy.child.ts')
const stuck = join(import.meta.dir, 'stuck.child.ts')
const busy = join(import.meta.dir, 'busy.child.ts')
const starter = join(import.meta.dir, 'starter.child.ts')
const allowed = 200 * 1024 * 1024

test('a process that takes more memory than it may is ended while it is at work, and says why', async () => {
  const child = Bun.spawn([process.execPath, greedy, String(allowed)], { stderr: 'pipe' })
  const complaint = await child.stderr.text()
  expect(complaint.trim()).toBe(tookTooMuch)
  expect(await child.exited).not.toBe(0)
})

/** Milliseconds of the processor that it may take between two steps, and in all. */
const [stepMs, inAllMs] = [1000, 2500]

async function runBusy(work: readonly string[], whileAtWork?: (child: Bun.Subprocess) => unknown) {
  const limits = { DAYBOOK_PROCESSOR_MS: `${stepMs}`, DAYBOOK_PROCESSOR_IN_ALL_MS: `${inAllMs}` }
  const env = { ...process.env, ...limits, DAYBOOK_STARTED_BY: String(process.pid) }
  const child = Bun.spawn([process.execPath, busy, ...work], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  await whileAtWork?.(child)
  const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { said: said.trim().split('\n'), complaint: complaint.trim() }
}

async function stopForLong(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGSTOP')
  await Bun.sleep(2 * stepMs)
  child.kill('SIGCONT')
}

describe('time of the processor', () => {
  test('ends a process that takes too much of it without getting on, which says so', async () => {
    expect(await runBusy(['spin 60000'])).toEqual({ said: [''], complaint: tookTooLong })
  })

  test('ends none that gets on', async () => {
    const work = ['spin 600', 'step', 'spin 600', 'step', 'spin 600']
    expect(await runBusy(work)).toEqual({ said: work, complaint: '' })
  })

  test('ends one that gets on for ever', async () => {
    const work = Array.from({ length: 200 }, () => ['spin 300', 'step']).flat()
    const { said, complaint } = await runBusy(work)
    expect(complaint).toBe(tookTooLong)
    expect(said.length).toBeLessThan(work.length)
  })

  test('does not go by while a process waits, longer than it may take', async () => {
    const work = [`sleep ${2 * stepMs}`]
    expect(await runBusy(work)).toEqual({ said: work, complaint: '' })
  })

  test.skipIf(process.platform === 'win32')(
    'does not go by while a process is stopped, as all are on a computer that sleeps',
    async () => {
      const work = ['sleep 1', 'spin 100']
      expect(await runBusy(work, stopForLong)).toEqual({ said: work, complaint: '' })
    },
  )
})

test('a process that nobody ends is gone when whoever started it had long ceased to wait', async () => {
  const env = { ...process.env, DAYBOOK_CLOCK_MS: '100', DAYBOOK_STARTED_BY: String(process.pid) }
  const child = Bun.spawn([process.execPath, stuck], { env, stdout: 'pipe' })
  expect(await firstLine(child.stdout)).toBe('stuck')
  expect(await child.exited).not.toBe(0)
})

test('processes that draw and read a file without end are gone soon after the one that started them was killed', async () => {
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
})
