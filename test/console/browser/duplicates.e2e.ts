import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { png } from '../../support/pictures.ts'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, owner, type Console } from './console.ts'
import { openPage, waitForPicture } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const pairs = 17

const daybook = untilEnd(await openConsole())
await importPairs(daybook)
const command = ['key', 'create', '--user', owner.email, '--service', 'scan-export', '--json']
const { key }: { key: string } = JSON.parse(await daybook.run([...command, '--name', 'Tally']))

describe('the duplicates’ desk', () => {
  test('takes one key for each pair, no click and no page load, and says which are left', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/documents/duplicates', 'Duplicates')
    await page.getByText(`${pairs} pairs to decide`).waitFor()
    let loads = 0
    page.on('load', () => (loads += 1))
    let keys = 0
    for (let pair = 1; pair <= pairs; pair++) {
      // Whoever decides reads it first.
      await page
        .getByRole('cell', { name: `PAIR-${pair}`, exact: true })
        .first()
        .waitFor()
      await page.keyboard.press(pair % 2 === 0 ? 'd' : 's')
      keys += 1
    }
    await page.getByText(`None left, ${pairs} done`).waitFor()
    await page.getByText('Nothing looks like the same paper').waitFor()
    expect([keys, loads]).toEqual([17, 0])
    expect(problems).toEqual([])
    await close()
    // Of nine pairs one, of eight both.
    expect(await unsynced()).toHaveLength(9 + 8 * 2)
  })

  test('marks what differs, delivers the younger copy instead, and takes the last decision back', async () => {
    for (const [at, name] of ['older', 'younger'].entries()) {
      await Bun.write(join(daybook.dir, `${name}.png`), png(40, 60, at))
    }
    await importScans([
      { ...bill('SWAP-1', 'older.png', '10.00', 2), file: 'older.png' },
      { ...bill('SWAP-1', 'younger.png', '12.00', 1), file: 'younger.png' },
    ])
    const page = await daybook.signedInPage()
    await openPage(page, '/documents/duplicates', 'Duplicates')
    await page.getByText('1 pair to decide').waitFor()
    const differing = page.locator('td.differing')
    expect(await differing.allInnerTexts()).toEqual(['10.00', '12.00'])
    for (const name of ['older.png', 'younger.png']) {
      await waitForPicture(page.getByRole('img', { name, exact: true }))
    }
    expect(await faultsInEveryLook(page)).toEqual([])
    const olderPage = await page
      .getByRole('link', { name: 'older.png' })
      .first()
      .getAttribute('href')
    await page.keyboard.press('i')
    await page.getByText('None left, 1 done').waitFor()
    await page.keyboard.press('u')
    await page.getByText('1 pair to decide').waitFor()
    await page.keyboard.press('i')
    await page.getByText('None left, 1 done').waitFor()
    await page.goto(olderPage ?? '')
    await page.getByText('The same paper as another one').waitFor()
    await page.getByText(`${owner.name} said`).waitFor()
    const fetched = (await unsynced()).filter(({ invoice_no }) => invoice_no === 'SWAP-1')
    expect(fetched).toMatchObject([{ filename: 'younger.png' }])
    await page.getByRole('button', { name: 'That is not certain', exact: true }).click()
    await page.getByRole('link', { name: 'Compare them', exact: true }).waitFor()
  })
})

/** Two of each number, a day apart. */
async function importPairs(shop: Console): Promise<void> {
  const lines = Array.from({ length: pairs }, (_, at) => [
    bill(`PAIR-${at + 1}`, `first-${at + 1}.pdf`, '10.00', 20 - at / 10),
    bill(`PAIR-${at + 1}`, `second-${at + 1}.pdf`, '10.00', 10 - at / 10),
  ])
  await importScans(lines.flat(), shop)
}

async function importScans(lines: readonly object[], shop = daybook): Promise<void> {
  const file = join(shop.dir, `${crypto.randomUUID()}.jsonl`)
  await Bun.write(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await shop.run(['import', 'scans', file])
}

function bill(number: string, filename: string, total: string, daysAgo: number) {
  return {
    user: owner.email,
    category: 'vendor_invoice',
    filename,
    created_at: new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString(),
    raw: {
      invoice_metadata: { 'Bill No': number, Supplier: 'Acme Traders', Total: total },
      line_items: [],
    },
  }
}

async function unsynced(): Promise<{ invoice_no: string; filename: string }[]> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { items }: { items: { invoice_no: string; filename: string }[] } = await answer.json()
  return items
}
