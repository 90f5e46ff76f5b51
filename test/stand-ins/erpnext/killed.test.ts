import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf } from '../../support/processes.ts'
import { ask, invoice, v2 } from './client.ts'

const script = join(import.meta.dir, '../../../scripts/fake-erpnext.ts')

test('what it has answered is there after kill -9, and its person says so on a line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-fake-erpnext-'))
  try {
    const first = await start(join(folder, 'erpnext.db'))
    for (const name of ['DB-1', 'DB-2']) {
      expect((await ask(first.site, 'POST', v2, invoice({ name }))).status).toBe(200)
    }
    first.program.kill('SIGKILL')
    await first.program.exited
    const second = await start(join(folder, 'erpnext.db'))
    expect((await ask(second.site, 'POST', v2, invoice({ name: 'DB-2' }))).status).toBe(409)
    await second.program.stdin.write('deletes Purchase_Invoice DB-1\ndocs Purchase_Invoice\n')
    expect((await second.lines.next()).value).toBe('"deleted"')
    const told: unknown = JSON.parse((await second.lines.next()).value ?? '')
    expect(told).toMatchObject([{ name: 'DB-2', grand_total: 1050 }])
    await second.program.stdin.end()
    expect(await second.program.exited).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

async function start(file: string) {
  const program = Bun.spawn([process.execPath, script, '--port', '0', '--file', file], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(program.stdout)
  const site: { url: string; token: string } = JSON.parse((await lines.next()).value ?? '')
  return { program, lines, site }
}
