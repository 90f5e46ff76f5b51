import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** How often the ledger is looked at, in milliseconds. */
const lookMs = 100

/**
 * Runs scripts/client-flow.ts until its ledger holds enough, however long that takes on a busy machine; without `isEnough`
 * it only takes what waits. It must end well, and say nothing of a fault.
 */
export async function playFlow(
  options: readonly string[],
  isEnough?: () => boolean,
): Promise<void> {
  const script = join(import.meta.dir, '../../scripts/client-flow.ts')
  const more = isEnough === undefined ? [] : ['--until-stopped']
  const child = Bun.spawn([process.execPath, script, ...options, ...more], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = Promise.all([child.stdout.text(), child.stderr.text()])
  const ledger = options.find((option) => option.startsWith('--ledger='))?.split('=')[1] ?? ''
  if (isEnough !== undefined) {
    while (child.exitCode === null && !(existsSync(ledger) && isEnough())) await Bun.sleep(lookMs)
    child.kill('SIGTERM')
  }
  const [stdout, stderr] = await said
  expect({ code: await child.exited, stdout, stderr }).toMatchObject({ code: 0, stderr: '' })
}
