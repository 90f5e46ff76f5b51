import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** A sample of what `bun run soak` does ten thousand times. */
const files = 12
const script = join(import.meta.dir, '../../../scripts/fuzz-reading.ts')

test('files that went wrong are read, refused or given up, and break no rule', async () => {
  const child = Bun.spawn([process.execPath, script, '--files', String(files), '--seed', '7'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect(complaint).toBe('')
  expect(said).toContain(`${files} files that went wrong`)
  expect(await child.exited).toBe(0)
})
