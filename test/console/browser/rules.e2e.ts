import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console, type Look } from './console.ts'
import { browserLimitMs } from './limits.ts'

const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

let daybook: Console
let key: string

beforeAll(async () => {
  daybook = await openConsole()
  const names = ['--email', member.email, '--name', member.name, '--role', 'member']
  await daybook.run(['user', 'add', ...names, '--password-stdin'], member.password)
  const wish = ['--user', 'asha@sharma.example', '--name', 'Tally', '--service', 'scan-export']
  const made: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...wish, '--json']))
  key = made.key
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('a rule', () => {
  test(
    'shows what it would change while it is typed, and then changes just that',
    async () => {
      for (const number of ['G-1', 'G-2']) await upload({ 'Goods Ref': number })
      const { page, problems, close } = await openRules()
      await page.getByRole('button', { name: 'New rule' }).first().click()
      await page.getByLabel('Label on the document').fill('goods ref')
      await page.getByText('As soon as the rule is complete').waitFor()
      await fieldNamed(page, 'Field that it stands for').fill('invoice_no')
      await page.getByText('2 of 2 waiting scans change.').waitFor()
      const change = page.getByLabel('Changes in G-1.pdf').getByRole('row').nth(1)
      expect(await change.getByRole('cell').allTextContents()).toEqual([
        'Head',
        'Goods Ref G-1',
        'invoice_no G-1',
      ])
      expect(await numbers()).toEqual([undefined, undefined])
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Add the rule' }).click()
      await page.getByText('2 waiting scans changed.').waitFor()
      expect(await numbers()).toEqual(['G-1', 'G-2'])
      await page.getByRole('row').filter({ hasText: 'goods ref' }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'for what has one already is refused at its field, and what was typed stays',
    async () => {
      const { page, problems, close } = await openRules()
      await page.getByRole('button', { name: 'New rule' }).first().click()
      await page.getByRole('button', { name: 'Add the rule' }).click()
      await page.getByText('Type the label as the document prints it.').waitFor()
      await page.getByLabel('Label on the document').fill('Goods-Ref')
      await fieldNamed(page, 'Field that it stands for').fill('memo')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Add the rule' }).click()
      await page.getByText('There is a rule for “goods ref” already').waitFor()
      expect(await page.getByLabel('Label on the document').inputValue()).toBe('Goods-Ref')
      expect(await fieldNamed(page, 'Field that it stands for').inputValue()).toBe('memo')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is changed, found by the search, and deleted after a question that says what changes',
    async () => {
      const { page, problems, close } = await openRules()
      await page.getByLabel('Actions for goods ref').click()
      await page.getByRole('menuitem', { name: 'Change' }).click()
      await fieldNamed(page, 'Field that it stands for').fill('bill_ref')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Save the rule' }).click()
      await page.getByText('2 waiting scans changed.').waitFor()
      expect(await numbers()).toEqual([undefined, undefined])

      await page.getByRole('searchbox', { name: 'Search labels' }).fill('nothing such')
      await page.getByText('No rule fits').waitFor()
      expect(new URL(page.url()).searchParams.get('search')).toBe('nothing such')
      await page.getByRole('searchbox', { name: 'Search labels' }).fill('BILL-ref')
      await page.getByLabel('Actions for goods ref').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('2 of 2 waiting scans change.').waitFor()
      await dialog.getByRole('button', { name: 'Delete the rule' }).click()
      await page.getByText('The rule is deleted.').waitFor()
      await page.getByText('No rule fits').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is one click away for a label that none knows',
    async () => {
      await upload({ 'Invocie Numbr': 'H-3' })
      const { page, problems, close } = await openRules('?view=unknown')
      await page.getByRole('button', { name: 'Make a rule for Invocie Numbr' }).click()
      await page.getByText('1 of 3 waiting scans changes.').waitFor()
      await page.getByRole('button', { name: 'Add the rule' }).click()
      await page.getByText('1 waiting scan changed.').waitFor()
      expect(await numbers()).toContain('H-3')
      const left = page.getByRole('button', { name: /^Make a rule for/ })
      await page.getByRole('button', { name: 'Make a rule for Invocie Numbr' }).waitFor({
        state: 'detached',
      })
      expect(await left.count()).toBe(1)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

describe('a CSV file', () => {
  test(
    'says what it would do, brings its rules in, and comes out again',
    async () => {
      const { page, problems, close } = await openRules()
      await page.getByRole('button', { name: 'CSV file' }).click()
      await page.getByRole('menuitem', { name: 'Bring rules in' }).click()
      const text = 'type,category,key,from,to\nlabel,,,Goods Ref,memo\nlabel,bill,,A,b\n'
      await page.locator('input[type=file]').setInputFiles(csv(Buffer.from(text)))
      await page.getByText('1 new, 0 changed, 0 are there already, 1 cannot be taken.').waitFor()
      await page.getByText('Line 3: category must be').waitFor()
      await page.getByText('2 of 3 waiting scans change.').waitFor()
      await page.getByRole('button', { name: 'Bring 1 rule in' }).click()
      await page.getByText('Bring rules in from a CSV file').waitFor({ state: 'detached' })
      await page.getByRole('row').filter({ hasText: 'Goods Ref' }).waitFor()

      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV file' }).click()
      await page.getByRole('menuitem', { name: 'Download all rules' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('rename-rules.csv')
      expect(await Bun.file(await download.path()).text()).toContain('label,,,Goods Ref,memo')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'in an old code page is refused with what to do',
    async () => {
      const { page, problems, close } = await openRules()
      await page.getByRole('button', { name: 'CSV file' }).click()
      await page.getByRole('menuitem', { name: 'Bring rules in' }).click()
      await page.locator('input[type=file]').setInputFiles(csv(Buffer.from([0x93, 0x94])))
      await page.getByText('In Excel choose “CSV UTF-8').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

const looks: Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1366, scheme: 'light' },
]

describe.each(looks)('at $width pixels, $scheme', (look) => {
  test(
    'whoever cannot see the form and its preview can use them',
    async () => {
      const { page, problems, close } = await openRules('', look)
      await page.getByRole('button', { name: 'New rule' }).first().click()
      await page.getByLabel('Label on the document').fill('Goods Ref')
      await fieldNamed(page, 'Field that it stands for').fill('note')
      await page.keyboard.press('Tab')
      await page.getByText('2 of 3 waiting scans change.').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'so can they the form for a file',
    async () => {
      const { page, problems, close } = await openRules('', look)
      await page.getByRole('button', { name: 'CSV file' }).click()
      await page.getByRole('menuitem', { name: 'Bring rules in' }).click()
      const text = 'type,category,key,from,to\nlabel,,,Goods Ref,note\nlabel,bill,,A,b\n'
      await page.locator('input[type=file]').setInputFiles(csv(Buffer.from(text)))
      await page.getByText('Line 3: category must be').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

describe('a member', () => {
  test(
    'is not shown the page, and may not open it',
    async () => {
      const { page, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/keys')
      await page.getByRole('link', { name: 'API keys' }).waitFor()
      expect(await page.getByRole('link', { name: 'Rename rules' }).count()).toBe(0)
      await page.goto('/rules')
      await page.getByText('Only an owner may do this.').waitFor()
      await close()
    },
    browserLimitMs,
  )
})

async function openRules(query = '', look: Look = {}) {
  const visit = await daybook.visitSignedIn(look)
  await visit.page.goto(`/rules${query}`)
  await visit.page.getByRole('heading', { name: 'Rename rules' }).waitFor()
  return visit
}

/** An input that offers what it completes to. */
function fieldNamed(page: Page, name: string) {
  return page.getByRole('combobox', { name })
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
