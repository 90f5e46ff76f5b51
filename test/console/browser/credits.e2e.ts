import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { member, openConsole, owner } from './console.ts'
import { openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))

/** A document that a program read: the first one that costs a credit. */
async function importScan(): Promise<void> {
  const raw = { invoice_metadata: { invoice_no: 'A-1' }, line_items: [] }
  const scan = { user: owner.email, filename: 'a.pdf', category: 'vendor_invoice', raw }
  const file = join(daybook.dir, 'scans.jsonl')
  await Bun.write(file, JSON.stringify(scan))
  await daybook.run(['import', 'scans', file])
}

describe('credits', () => {
  test('are shown once a reader uses them, granted and corrected by an owner, with a note', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/credits', 'Credits are not used here')
    const places = page.getByRole('navigation', { name: 'Pages' })
    expect(await places.getByRole('link', { name: 'Credits', exact: true }).count()).toBe(0)
    await importScan()
    await openPage(page, '/credits', 'Credits')
    await places.getByRole('link', { name: 'Credits', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enter credits', exact: true }).first().click()
    await page.getByRole('button', { name: 'Grant', exact: true }).click()
    await page.getByText('Say what they are for.').waitFor()
    await page.getByLabel('Credits', { exact: true }).fill('150000')
    await page.getByLabel('Note', { exact: true }).fill('Plan of November')
    await page.getByRole('button', { name: 'Grant', exact: true }).click()
    await page.getByText('The balance is 1,49,999 now.').waitFor()
    await page.getByRole('row').filter({ hasText: 'Plan of November' }).waitFor()

    await page.getByRole('button', { name: 'Enter credits', exact: true }).click()
    await page.getByLabel('A correction', { exact: true }).check()
    await page.getByLabel('Credits', { exact: true }).fill('-50000')
    await page.getByLabel('Note', { exact: true }).fill('Granted too many')
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Granted too many' })
    await row.getByText('−50,000').waitFor()
    await page.getByText('99,999', { exact: true }).waitFor()
  })

  test('are only looked at by a member', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/credits', 'Credits')
    await page.getByText('99,999', { exact: true }).waitFor()
    await page.getByText('You have used none yet').waitFor()
    expect(await page.getByRole('button', { name: 'Enter credits', exact: true }).count()).toBe(0)
  })
})
