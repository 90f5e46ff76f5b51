import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import { follow, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const dayMs = 24 * 60 * 60 * 1000

const daybook = untilEnd(await openConsole({ withMember: true }))
const file = join(daybook.dir, 'scans.jsonl')
await Bun.write(
  file,
  [
    scan(owner.email, 'old.pdf', 25, 'A-1'),
    scan(owner.email, 'new.pdf', 3, 'A-2'),
    scan(owner.email, 'again.pdf', 2, 'A-2'),
    scan(member.email, 'ours.pdf', 1, 'B-1'),
  ].join('\n'),
)
await daybook.run(['import', 'scans', file])

/** A line of an import file. */
function scan(user: string, filename: string, daysAgo: number, number: string): string {
  return JSON.stringify({
    user,
    filename,
    category: 'vendor_invoice',
    created_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    raw: { invoice_metadata: { invoice_no: number }, line_items: [] },
  })
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

describe('the first page', () => {
  test('says what needs attention, and leads to where that is mended', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/', 'Home')
    await page.getByRole('link', { name: 'Documents waiting: 3', exact: true }).waitFor()
    await page.getByText('The first of these goes in 5 days.').waitFor()
    await page.getByText('4 came in, 0 were delivered.').waitFor()
    const compare = 'Compare them: 1 pair of documents that may be the same paper'
    await follow(page.getByRole('link', { name: compare, exact: true }), 'Duplicates')
    await page.getByRole('link', { name: 'again.pdf' }).first().waitFor()
    await page.goBack()
    await waitForPage(page, 'Home')
    const look = page.getByRole('link', { name: /^Look at them: 1 document not delivered/ })
    await follow(look, 'Documents')
    await page.getByRole('row').filter({ hasText: 'old.pdf' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'new.pdf' }).count()).toBe(0)
  })

  test('says what restored data would do in folders of this computer, which one button confirms, here and in Settings', async () => {
    pauseFolder()
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=reading', 'Settings')
    await page.getByText('Daybook takes no file from /srv/bills until you confirm').waitFor()
    await page.getByRole('button', { name: 'Forget it: Watched folders are paused' }).waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await openPage(page, '/', 'Home')
    await page.getByRole('button', { name: 'Watch them: Watched folders are paused' }).click()
    await page.getByText('The folders are watched again.').waitFor()
    await page.getByText('Watched folders are paused').waitFor({ state: 'detached' })
  })

  test('shows a clerk only what is its own, and offers what a clerk can do', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/', 'Home')
    await page.getByRole('link', { name: 'Your documents waiting: 1', exact: true }).waitFor()
    await page.getByText('Nothing needs you now').waitFor()
    await page.getByText('1 came in, 0 were delivered.').waitFor()
    const main = (await page.getByRole('main').textContent()) ?? ''
    expect(main).not.toMatch(/[Oo]rder|[Pp]roduct|backup|disk|API/)
    await follow(page.getByRole('link', { name: 'Add documents', exact: true }), 'Documents')
  })

  test('can be used before its charts are there', async () => {
    const { page, close } = await daybook.visitSignedIn()
    await page.route(/\/day-charts-\w+\.js$/, () => undefined)
    await openPage(page, '/', 'Home')
    const waiting = page.getByRole('link', { name: 'Documents waiting: 3', exact: true })
    await follow(waiting, 'Documents')
    await page.getByRole('row').filter({ hasText: 'old.pdf' }).waitFor()
    await close()
  })
})
