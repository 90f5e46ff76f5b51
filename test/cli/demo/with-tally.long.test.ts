import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { firstLine } from '../../../src/platform/own-program.ts'
import { collectionOf, rowsIn, asked, field } from '../../stand-ins/tally/client.ts'
import { daybookCommand } from '../run-daybook.ts'

/** Filling the demo and entering a few of its documents may take so long on a busy machine, in milliseconds. */
const limitMs = 300_000

const lookMs = 200

test(
  'the demo with a fake Tally enters bills and web orders there, and says where it listens',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-tally-'))
    try {
      const args = ['demo', '--json', '--port', '0', '--with-tally', '0', '--keep', folder]
      const demo = Bun.spawn([...daybookCommand, ...args], { stdout: 'pipe', stderr: 'inherit' })
      const { tally }: { tally: string } = JSON.parse(await firstLine(demo.stdout))
      expect(tally).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const entered = await whenEntered(tally)
      expect(entered.every(({ narration }) => /\[DB:[a-z2-7]{26}\]$/.test(narration))).toBe(true)
      demo.kill()
      expect(await demo.exited).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  limitMs,
)

/** The vouchers that are there, once purchases and orders are among them. */
async function whenEntered(url: string): Promise<{ type: string; narration: string }[]> {
  const question = collectionOf({
    type: 'Voucher',
    fetch: 'NARRATION,VOUCHERTYPENAME',
    filters: ['$AlterID > 0'],
  })
  while (true) {
    const vouchers = rowsIn(await asked({ url }, question)).map((row) => ({
      type: field(row, 'VOUCHERTYPENAME'),
      narration: field(row, 'NARRATION'),
    }))
    const types = vouchers.map(({ type }) => type)
    if (types.includes('Purchase') && types.includes('Sales Order')) return vouchers
    await Bun.sleep(lookMs)
  }
}
