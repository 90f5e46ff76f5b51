import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf } from '../../support/processes.ts'
import { importOf, voucher } from './client.ts'

const script = join(import.meta.dir, '../../../scripts/fake-tally.ts')

test('what it has answered is there after kill -9, and its person says so on a line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-fake-tally-'))
  try {
    const first = await start(join(folder, 'tally.db'))
    for (const key of ['db1-k1', 'db1-k2']) await send(first.url, voucher({ key }))
    first.program.kill('SIGKILL')
    await first.program.exited
    const second = await start(join(folder, 'tally.db'))
    const answer = await send(second.url, voucher({ key: 'db1-k2' }))
    expect(answer).toContain('<ALTERED>1</ALTERED>')
    await second.program.stdin.write('cancels 1\nvouchers\n')
    expect((await second.lines.next()).value).toBe('"cancelled"')
    const told: Told[] = JSON.parse((await second.lines.next()).value ?? '')
    expect(told.map(({ remoteId, isCancelled }) => [remoteId, isCancelled])).toEqual([
      ['db1-k1', true],
      ['db1-k2', false],
    ])
    await second.program.stdin.end()
    expect(await second.program.exited).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

type Told = { remoteId: string; isCancelled: boolean }

async function start(file: string) {
  const program = Bun.spawn([process.execPath, script, '--port', '0', '--file', file], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(program.stdout)
  const { url }: { url: string } = JSON.parse((await lines.next()).value ?? '')
  return { program, lines, url }
}

async function send(url: string, content: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: importOf(content) })
  return await answer.text()
}
