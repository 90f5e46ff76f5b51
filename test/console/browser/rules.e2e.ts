import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOf } from './accessibility.ts'
import { openConsole, type Look } from './console.ts'
import { expectInAddress, expectSoon, expectValue, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())
const input = ['--user', 'asha@sharma.example', '--name', 'Tally', '--service', 'scan-export']
const { key }: { key: string } = JSON.parse(
  await daybook.run(['key', 'create', ...input, '--json']),
)

describe('a rule', () => {
  test('shows what it would change while it is typed, and then changes just that', async () => {
    for (const number of ['G-1', 'G-2']) await upload({ 'Goods Ref': number })
    const { page, problems, close } = await openRules()
    await page.getByRole('button', { name: 'New rule', exact: true }).first().click()
    await page.getByLabel('Label on the document', { exact: true }).fill('goods ref')
    await page.getByText('As soon as the rule is complete').waitFor()
    await fieldNamed(page, 'Field that it stands for').fill('invoice_no')
    await page.getByText('2 of 2 waiting documents change.').waitFor()
    const change = page.getByLabel('Changes in G-1.pdf', { exact: true }).getByRole('row').nth(1)
    const cells = ['Head', 'Goods Ref G-1', 'invoice_no G-1']
    await expectSoon(() => change.getByRole('cell').allTextContents(), cells)
    expect(await numbers()).toEqual([undefined, undefined])
    await fieldNamed(page, 'Field that it stands for').press('Tab')
    await page.getByRole('button', { name: 'Add the rule', exact: true }).click()
    await page.getByText('2 waiting documents changed.').waitFor()
    expect(await numbers()).toEqual(['G-1', 'G-2'])
    await page.getByRole('row').filter({ hasText: 'goods ref' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('for what has one already is refused at its field, and what was typed stays', async () => {
    const { page, problems, close } = await openRules()
    await page.getByRole('button', { name: 'New rule', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add the rule', exact: true }).click()
    await page.getByText('Type the label as the document prints it.').waitFor()
    await page.getByLabel('Label on the document', { exact: true }).fill('Goods-Ref')
    await fieldNamed(page, 'Field that it stands for').fill('memo')
    await fieldNamed(page, 'Field that it stands for').press('Tab')
    await page.getByRole('button', { name: 'Add the rule', exact: true }).click()
    await page.getByText('There is a rule for “goods ref” already').waitFor()
    await expectValue(page.getByLabel('Label on the document', { exact: true }), 'Goods-Ref')
    await expectValue(fieldNamed(page, 'Field that it stands for'), 'memo')
    expect(problems).toEqual([])
    await close()
  })

  test('is changed, found by the search, and deleted after a question that says what changes', async () => {
    const { page, problems, close } = await openRules()
    await page.getByLabel('Actions for goods ref', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change…', exact: true }).click()
    await fieldNamed(page, 'Field that it stands for').fill('bill_ref')
    await fieldNamed(page, 'Field that it stands for').press('Tab')
    await page.getByRole('button', { name: 'Save the rule', exact: true }).click()
    await page.getByText('2 waiting documents changed.').waitFor()
    expect(await numbers()).toEqual([undefined, undefined])

    await page.getByRole('searchbox').fill('nothing such')
    await page.getByText('No rule fits').waitFor()
    await expectInAddress(page, 'search', 'nothing such')
    await page.getByRole('searchbox').fill('BILL-ref')
    await page.getByLabel('Actions for goods ref', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 of 2 waiting documents change.').waitFor()
    await dialog.getByRole('button', { name: 'Delete the rule', exact: true }).click()
    await page.getByText('The rule is deleted.').waitFor()
    await page.getByText('No rule fits').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('is one click away for a label that none knows', async () => {
    await upload({ 'Invocie Numbr': 'H-3' })
    const { page, problems, close } = await openRules('?view=unknown')
    await page.getByRole('button', { name: 'Make a rule for Invocie Numbr', exact: true }).click()
    await page.getByText('1 of 3 waiting documents changes.').waitFor()
    await page.getByRole('button', { name: 'Add the rule', exact: true }).click()
    await page.getByText('1 waiting document changed.').waitFor()
    expect(await numbers()).toContain('H-3')
    const left = page.getByRole('button', { name: /^Make a rule for/ })
    await expectSoon(() => left.count(), 1)
    expect(await left.getAttribute('aria-label')).not.toContain('Invocie')
    expect(problems).toEqual([])
    await close()
  })
})

describe('a CSV file', () => {
  test('says what it would do, brings its rules in, and comes out again', async () => {
    const { page, problems, close } = await openRules()
    await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Bring rules in…', exact: true }).click()
    const text = 'type,category,key,from,to\nlabel,,,Goods Ref,memo\nlabel,bill,,A,b\n'
    await page.locator('input[type=file]').setInputFiles(csv(Buffer.from(text)))
    await page.getByText('1 new, 0 changed, 0 are there already, 1 cannot be taken.').waitFor()
    await page.getByText('Line 3:').waitFor()
    await page.getByText('2 of 3 waiting documents change.').waitFor()
    await page.getByRole('button', { name: 'Bring 1 rule in', exact: true }).click()
    await page.getByText('Bring rules in from a file').waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Goods Ref' }).waitFor()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Download as CSV', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('rename-rules.csv')
    expect(await Bun.file(await download.path()).text()).toContain('label,,,Goods Ref,memo')
    expect(problems).toEqual([])
    await close()
  })

  test('in an old code page is refused with what to do', async () => {
    const { page, problems, close } = await openRules()
    await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Bring rules in…', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(csv(Buffer.from([0x93, 0x94])))
    await page.getByText('In Excel choose “CSV UTF-8').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})

const looks: Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1366, scheme: 'light' },
]

describe.each(looks)('at $width pixels, $scheme', (look) => {
  test('whoever cannot see the form and its preview can use them', async () => {
    const { page, problems, close } = await openRules('', look)
    await page.getByRole('button', { name: 'New rule', exact: true }).first().click()
    await page.getByLabel('Label on the document', { exact: true }).fill('Goods Ref')
    await fieldNamed(page, 'Field that it stands for').fill('note')
    await fieldNamed(page, 'Field that it stands for').press('Tab')
    await page.getByText('2 of 3 waiting documents change.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  test('so can they the form for a file', async () => {
    const { page, problems, close } = await openRules('', look)
    await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Bring rules in…', exact: true }).click()
    const text = 'type,category,key,from,to\nlabel,,,Goods Ref,note\nlabel,bill,,A,b\n'
    await page.locator('input[type=file]').setInputFiles(csv(Buffer.from(text)))
    await page.getByText('Line 3:').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})

async function openRules(query = '', look: Look = {}) {
  const visit = await daybook.visitSignedIn(look)
  await openPage(visit.page, `/rules${query}`, 'Rename rules')
  return visit
}

/** An input that offers what it completes to. */
function fieldNamed(page: Page, name: string) {
  return page.getByRole('combobox', { name, exact: true })
}

function csv(buffer: Buffer<ArrayBuffer>) {
  return { name: 'rules.csv', mimeType: 'text/csv', buffer }
}

const service = () => `${daybook.url}/scan-export/api/public/v1/scans`

async function upload(metadata: Record<string, string>): Promise<void> {
  const [number = ''] = Object.values(metadata)
  const answer = await fetch(service(), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      category: 'vendor_invoice',
      filename: `${number}.pdf`,
      raw: { invoice_metadata: metadata, line_items: [] },
    }),
  })
  expect(answer.status).toBe(201)
}

/** The invoice numbers of what waits, as a program is handed them. */
async function numbers(): Promise<(string | undefined)[]> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${service()}/unsynced`, { headers })
  const { items }: { items: { invoice_no?: string }[] } = JSON.parse(await answer.text())
  return items.map((item) => item.invoice_no)
}
