import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openConsole } from './console.ts'
import { expectInAddress, expectSoon, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isDemo: true }))

/** As its sign-in page says. */
const demoOwner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }

async function drop(page: Page): Promise<void> {
  await page.getByLabel('Files of a month').setInputFiles(daybook.gstr2bFile ?? '')
}

function countCard(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^${name} ?\\d`) })
}

type Line = {
  id: string
  seller: string
  number: string
  state: string
  why: string
  bill: { id: string } | null
}

async function linesOf(page: Page, query: string): Promise<Line[]> {
  const answer = await page.request.get(`/console/api/gstr-2b/entries?${query}&size=200`)
  const { items }: { items: Line[] } = JSON.parse(await answer.text())
  return items
}

describe('the GSTR-2B of the demo', () => {
  test('is dropped, and each bill stands where it belongs', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    await openPage(page, '/gstr-2b', 'GSTR-2B')
    await drop(page)
    await countCard(page, 'In both').waitFor()
    await countCard(page, 'No bill').click()
    await expectInAddress(page, 'state', 'no_bill')
    await page.getByText('No bill with this number or these amounts').first().waitFor()
    expect((await linesOf(page, 'state=no_bill')).length).toBeGreaterThan(1)
    expect((await linesOf(page, 'state=look')).length).toBeGreaterThan(2)
    expect((await linesOf(page, 'state=not_in_2b')).length).toBeGreaterThan(1)
  })

  test('is asked for, marked, and dropped again without losing that', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    await openPage(page, '/gstr-2b?state=no_bill', 'GSTR-2B')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Ask for the bill…' }).click()
    await page.getByText('Please send us a copy').waitFor()
    await page.getByRole('button', { name: 'Mark as asked for' }).click()
    await page.getByRole('table').getByText('Asked for', { exact: true }).waitFor()
    await drop(page)
    await page.getByText(/0 new ones, 0 gone/).waitFor()
    await expectSoon(async () => (await linesOf(page, 'mark=asked')).length, 1)
  })

  test('joins what is likely on a click, and tells what is missing of each seller', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    await openPage(page, '/gstr-2b?state=look', 'GSTR-2B')
    const found = await linesOf(page, 'state=look')
    const likely = found.find(({ why }) => why.includes('the numbers look alike'))
    const actions = `Actions for ${likely?.seller} ${likely?.number}`
    await page.getByRole('button', { name: actions, exact: true }).click()
    await page.getByRole('menuitem', { name: 'They are one' }).click()
    const isMatched = async () => {
      const lines = await linesOf(page, 'state=matched')
      return lines.some(({ id }) => id === likely?.id)
    }
    await expectSoon(isMatched, true)
    await page.getByRole('tab', { name: 'Sellers' }).click()
    await page.getByRole('button', { name: /^Ask / }).first().click()
    await page.getByRole('button', { name: 'Copy the text' }).waitFor()
  })

  test('takes apart what is in both once that is confirmed, and takes it back', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    await openPage(page, '/gstr-2b?state=matched', 'GSTR-2B')
    const [line] = await linesOf(page, 'state=matched')
    const isMatched = async () => {
      const lines = await linesOf(page, 'state=matched')
      return lines.some(({ id }) => id === line?.id)
    }
    const actions = `Actions for ${line?.seller} ${line?.number}`
    await page.getByRole('button', { name: actions, exact: true }).click()
    await page.getByRole('menuitem', { name: 'They are two…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'They are two' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('It stands as before.').waitFor()
    await expectSoon(isMatched, true)
  })

  test('corrects a number that was misread, on the document and where it is typed', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    const waiting = await waitingLikely(page)
    const [first = '', second = ''] = waiting
    await page.goto(`/documents/${first}`)
    await page.getByText('says otherwise').waitFor()
    await page.getByRole('button', { name: /^Take it: Bill number/ }).click()
    await page.getByText('says otherwise').waitFor({ state: 'detached' })
    await page.goto(`/documents/${second}?edit=true`)
    await page.getByText('says otherwise').waitFor()
    await page.getByRole('button', { name: /^Take it: Bill number/ }).click()
    await page.getByText('says otherwise').waitFor({ state: 'detached' })
  })
})

/** Documents that wait, and whose number looks like that of what is filed. */
async function waitingLikely(page: Page): Promise<string[]> {
  const ids: string[] = []
  for (const { bill } of await linesOf(page, 'state=look')) {
    if (bill === null) continue
    const answer = await page.request.get(`/console/api/documents/${bill.id}/gstr-2b`)
    const { claims }: { claims: { key: string }[] } = JSON.parse(await answer.text())
    if (claims.some(({ key }) => key === 'invoice_no')) ids.push(bill.id)
  }
  return ids
}
