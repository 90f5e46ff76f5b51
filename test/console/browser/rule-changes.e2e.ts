import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openConsole, owner } from './console.ts'
import { openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Scans that wait: each change looks through all of them. */
const scanCount = 3_000

const daybook = untilEnd(await openConsole())
const file = join(daybook.dir, 'scans.jsonl')
const lines = Array.from({ length: scanCount }, (_, i) => JSON.stringify(scan(i)))
await Bun.write(file, lines.join('\n'))
await daybook.run(['import', 'scans', file])

function scan(number: number): object {
  return {
    user: owner.email,
    category: 'vendor_invoice',
    filename: `bill-${number}.pdf`,
    raw: { invoice_metadata: { 'Goods Ref': `G-${number}` }, line_items: [] },
  }
}

test('rules that change many scans say how far they are, wait for each other, and hold at the end', async () => {
  const page = await daybook.signedInPage()
  const changing = startChanges(page)
  await openPage(page, '/rules', 'Rename rules')
  const status = page.getByRole('status').filter({ hasText: 'The rules are being changed' })
  await status.getByText(/of 3,000 waiting documents are looked through/).waitFor()
  await status.getByRole('progressbar', { name: 'Documents that are looked through' }).waitFor()
  await status.getByText('waits for its turn and begins by itself').first().waitFor()

  const made = await changing.end()
  await status.waitFor({ state: 'detached' })
  await page
    .getByLabel(/^Actions for Label/)
    .first()
    .waitFor()
  const listed = await page.request.get('/console/api/rules')
  expect(await listed.json()).toMatchObject({ total: made })
})

/** Adds rules, three at a time, until it is ended: however slow the page is, a change is under way when it looks. */
function startChanges(page: Page) {
  const ending = new AbortController()
  const addRules = async (series: string) => {
    let count = 0
    for (; !ending.signal.aborted; count++) {
      const answer = await page.request.post('/console/api/rules', {
        headers: { origin: daybook.url },
        data: {
          type: 'label',
          category: null,
          key: null,
          from: `Label ${series} ${count}`,
          to: 'memo',
        },
        // In milliseconds: a change of many rules takes its time on a busy machine.
        timeout: 120_000,
      })
      expect(answer.status()).toBe(200)
    }
    return count
  }
  const running = Promise.all(['a', 'b', 'c'].map(addRules))
  return {
    /** How many were added. */
    async end(): Promise<number> {
      ending.abort()
      return (await running).reduce((sum, count) => sum + count, 0)
    },
  }
}
