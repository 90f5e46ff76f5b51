import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { honestBill } from '../../support/bills.ts'
import { png } from '../../support/pictures.ts'
import { faultsInEveryLook } from './accessibility.ts'
import { clerkAt } from './clerk.ts'
import { member, openConsole, owner, type Console } from './console.ts'
import { expectSoon, follow, openPage, waitForPicture } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const dayMs = 24 * 60 * 60 * 1000
const pairs = 9

const daybook = untilEnd(await openConsole({ withMember: true }))
const command = ['key', 'create', '--user', owner.email, '--service', 'scan-export', '--json']
const { key }: { key: string } = JSON.parse(await daybook.run([...command, '--name', 'Tally']))

describe('Today', () => {
  test('is answered by keys alone, from a full stream to nothing left', async () => {
    await importPairs(daybook)
    const { page, problems, close } = await daybook.visitSignedIn()
    await hold(page.request, 'held-1.pdf', 'H-1', { 'Bill Date': '33/11/26' })
    await hold(page.request, 'held-2.pdf', 'H-2', { 'Taxable Value': '1,100.00' })
    await openPage(page, '/', 'Today')
    await page
      .getByText('Bill date: what')
      .or(page.getByText(/does the paper say/))
      .first()
      .waitFor()
    const clerk = await clerkAt(page)
    const question = page.locator('.question h2')
    let asked = 0
    for (let before = ''; asked < 60; asked++) {
      await page.getByText('Nothing left.').or(question).first().waitFor()
      // Whoever answers reads the question first.
      if ((await question.count()) === 0) break
      await expectSoon(async () => (await question.first().textContent()) !== before, true)
      const text = (await page.locator('.question').textContent()) ?? ''
      before = (await question.first().textContent()) ?? ''
      if (text.includes('33/11/26')) {
        // As a person types: a scanner’s Enter answers nothing.
        await page.keyboard.type('23/11/26', { delay: 60 })
        await clerk.press('Enter')
      } else await clerk.press(text.includes('PAIR-') && asked % 2 === 0 ? 'd' : 'Enter')
      before = text.includes('PAIR-') ? '' : before
    }
    await page.getByText('Nothing left.').waitFor()
    const { presses, clicks, loads } = await clerk.effort()
    expect(asked).toBeGreaterThanOrEqual(pairs + 2)
    expect([presses, clicks, loads]).toEqual([asked, 0, 0])
    expect(problems).toEqual([])
    await close()
  })

  test('shows both papers of a pair, marks what differs, and takes the last answer back', async () => {
    for (const [at, name] of ['older', 'younger'].entries()) {
      await Bun.write(join(daybook.dir, `${name}.png`), png(40, 60, at))
    }
    await importScans([
      { ...bill('SWAP-1', 'older.png', '10.00', 2), file: 'older.png' },
      { ...bill('SWAP-1', 'younger.png', '12.00', 1), file: 'younger.png' },
    ])
    const page = await daybook.signedInPage()
    await openPage(page, '/', 'Today')
    await page
      .getByText(/^Same bill as the one of/)
      .first()
      .waitFor()
    expect(await page.locator('td.differing').allInnerTexts()).toEqual(['10.00', '12.00'])
    for (const name of ['older.png', 'younger.png']) {
      await waitForPicture(page.getByRole('img', { name, exact: true }))
    }
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing left.').waitFor()
    await page.keyboard.press('u')
    await page
      .getByText(/^Same bill as the one of/)
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing left.').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await expectSoon(
      async () => (await unsynced('SWAP-1')).map(({ filename }) => filename),
      ['younger.png'],
    )
  })

  test('asks twice before a bill that is not ours is removed, and puts off what is for later', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await hold(page.request, 'not-ours.pdf', 'N-1', { 'Bill Date': '33/11/26' })
    await openPage(page, '/', 'Today')
    await page.getByText('Bill date: “33/11/26” is no date.').waitFor()
    // What cannot be right is not confirmed by Enter alone.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: /^Take up 1 question/ }).click()
    await page.getByText('Bill date: “33/11/26” is no date.').waitFor()
    await page.keyboard.press('x')
    await page.getByText('Not our bill. Remove it?').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing left.').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('finds another ledger by some letters, wherever the focus is', async () => {
    await importScans([bill('BOOK-1', 'book.pdf', '10.00', 1)])
    await wantLedger('Deccan Oil Mills')
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/', 'Today')
    await page.getByText('Deccan Oil Mills is “Deccan Oils” in your accounts?').first().waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.keyboard.type('zen', { delay: 60 })
    await page.getByRole('button', { name: 'Zenith Traders · Sundry Creditors' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Nothing left.').waitFor()
    const known = await page.request.get('/console/api/books/mappings?kind=party')
    expect(await known.text()).toContain('Zenith Traders')
    expect(problems).toEqual([])
    await close()
  })

  test('says what the computer needs, and confirms what restored data would do in folders', async () => {
    await importScans([bill('OLD-1', 'old.pdf', '10.00', 25)])
    pauseFolder()
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=reading', 'Settings')
    await page.getByText('Daybook takes no file from /srv/bills until you confirm').waitFor()
    await openPage(page, '/', 'Today')
    await page.getByRole('heading', { name: 'Watched folders are paused' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Nothing left.').waitFor()
    await page.getByText('The first of these goes in 5 days.').waitFor()
    const look = page.getByRole('link', { name: /^Look at them: 1 document not delivered/ })
    await follow(look, 'Documents')
    await page.getByRole('row').filter({ hasText: 'old.pdf' }).waitFor()
  })

  test('shows a clerk only what is its own', async () => {
    await importScans([{ ...bill('OURS-1', 'ours.pdf', '10.00', 1), user: member.email }])
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/', 'Today')
    await page.getByRole('link', { name: 'Your documents waiting: 1', exact: true }).waitFor()
    await page.getByText('Nothing left.').waitFor()
    const main = (await page.getByRole('main').textContent()) ?? ''
    expect(main).not.toMatch(/[Oo]rder|[Pp]roduct|backup|disk|API/)
    await follow(page.getByRole('link', { name: 'Add documents', exact: true }), 'Documents')
  })
})

type PageRequest = Awaited<ReturnType<Console['signedInPage']>>['request']

/** A document that somebody typed, and that a check holds. */
async function hold(request: PageRequest, filename: string, number: string, head: object) {
  await importScans([{ ...bill(number, filename, '10.00', 1), status: 'failed', raw: undefined }])
  const found = await request.get(`/console/api/documents?search=${filename}`)
  const { items }: { items: { id: string }[] } = JSON.parse(await found.text())
  const id = items[0]?.id ?? ''
  const read = await request.get(`/console/api/documents/${id}/read`)
  const { version }: { version: string } = JSON.parse(await read.text())
  const { invoice_metadata, line_items } = honestBill(number)
  const raw = { invoice_metadata: { ...invoice_metadata, ...head }, line_items }
  const saved = await request.post(`/console/api/documents/${id}/correct`, {
    data: { raw, startedFrom: version },
    headers: { origin: daybook.url },
  })
  expect(saved.status()).toBe(200)
}

/** The books have two ledgers, and a bill waits for the one of a seller. */
async function wantLedger(seller: string): Promise<void> {
  const bridge = [...command, '--name', 'Bridge', '--all-users', '--scope', 'scans:import']
  const made: { key: string } = JSON.parse(await daybook.run(bridge))
  const headers = { authorization: `Bearer ${made.key}` }
  const send = async (method: string, path: string, body: unknown) => {
    const address = `${daybook.url}/scan-export/api/public/v1/${path}`
    const answer = await fetch(address, { method, headers, body: JSON.stringify(body) })
    expect([path, answer.status]).toEqual([path, 200])
  }
  const parent = 'Sundry Creditors'
  await send('PUT', 'bridge/masters', {
    kind: 'ledger',
    masters: [
      { id: 'oils', name: 'Deccan Oils', alter_id: 1, parent },
      { id: 'zenith', name: 'Zenith Traders', alter_id: 2, parent },
    ],
  })
  const listed = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, { headers })
  const { items }: { items: { id: string; invoice_no: string }[] } = await listed.json()
  const id = items.find(({ invoice_no }) => invoice_no === 'BOOK-1')?.id
  const result = { id, outcome: 'parked', code: 'ledger_missing', field: `party:|${seller}` }
  await send('POST', 'import-results', { results: [result] })
}

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
    created_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    raw: {
      invoice_metadata: { 'Bill No': number, Supplier: 'Acme Traders', Total: total },
      line_items: [],
    },
  }
}

async function unsynced(number: string): Promise<{ filename: string }[]> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { items }: { items: { invoice_no: string; filename: string }[] } = await answer.json()
  return items.filter(({ invoice_no }) => invoice_no === number)
}

/** As a restore leaves it. */
function pauseFolder(): void {
  const id = '019a0000-0000-7000-8000-000000000000'
  const folder = { id, path: '/srv/bills', userId: id, category: 'vendor_invoice' }
  using database = new Database(join(daybook.dir, 'daybook.db'))
  database.run('INSERT INTO settings (name, value) VALUES (?, ?)', [
    'paused:scan-export.folders',
    JSON.stringify([folder]),
  ])
}
