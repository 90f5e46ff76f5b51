import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tookTooMuch } from '../../../src/platform/reading/memory-guard.ts'

const greedy = join(import.meta.dir, 'greedy.child.ts')
const allowed = 200 * 1024 * 1024

test('a process that takes more memory than it may is ended while it is at work, and says why', async () => {
  const child = Bun.spawn([process.execPath, greedy, String(allowed)], { stderr: 'pipe' })
  const complaint = await child.stderr.text()
  expect(complaint.trim()).toBe(tookTooMuch)
  expect(await child.exited).not.toBe(0)
})
