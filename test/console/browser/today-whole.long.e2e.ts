import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { dirname } from 'node:path'
import { runExecutable } from '../../support/executable.ts'
import { clerkAt } from './clerk.ts'
import { openConsole } from './console.ts'
import { expectSoon, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isDemo: true }))

/** As its sign-in page says. */
const demoOwner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }

/** Reading the papers of the demo, on a busy machine, in milliseconds. */
const readLimitMs = 300_000

/** A person reads and answers each question; nobody does so in less, in milliseconds. */
const answeredInMs = 60

/** More keys than questions: for what is not answered by its first proposal. */
const furtherKeysMax = 5

test('a demo with questions of six kinds is answered in one view, with about a key for each', async () => {
  const page = await daybook.signedInPage({}, demoOwner)
  await openPage(page, '/gstr-2b', 'GSTR-2B')
  await page.getByLabel('Files of a month').setInputFiles(daybook.gstr2bFile ?? '')
  await page.getByRole('button', { name: /^In both ?\d/ }).waitFor()
  await wantSellers(page)
  await expectSoon(async () => (await reading(page)) === 0, true, readLimitMs)
  await openPage(page, '/', 'Today')
  const clerk = await clerkAt(page)
  const question = page.locator('.question-ask').first()
  const likeliest = page.locator('.question-answers').getByText('Enter', { exact: true })
  const kinds = new Map<string, number>()
  let asked = 0
  for (; asked < 300; asked++) {
    await page.getByText('Nothing left.').or(question).first().waitFor()
    if ((await question.count()) === 0) break
    const text = (await question.textContent()) ?? ''
    const kind = kindOf(text)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    await page.waitForTimeout(answeredInMs)
    // What cannot be right has no first answer: it is chosen.
    if ((await likeliest.count()) === 0) await clerk.press('ArrowDown')
    await clerk.press(kind === 'unread' ? 's' : 'Enter')
    await expectSoon(async () => (await question.count()) === 0 || (await isNew(page, text)), true)
  }
  await page.getByText('Nothing left.').waitFor()
  const { presses, clicks, views, loads } = await clerk.effort()
  expect(asked).toBeGreaterThan(40)
  expect(kinds.size).toBeGreaterThanOrEqual(6)
  expect(presses - asked).toBeLessThanOrEqual(furtherKeysMax)
  expect([clicks, loads, views.length]).toEqual([0, 0, 1])
})

/** The kind of question, by its words. */
function kindOf(text: string): string {
  if (/could not be read|Nobody has read|locked/.test(text)) return 'unread'
  if (/Same bill as the one|same file came/.test(text)) return 'duplicate'
  if (/in your accounts/.test(text)) return 'book'
  if (/GSTR-2B|Same bill as/.test(text)) return 'gstr2b'
  if (/^Ask |did not come|to file/.test(text)) return 'seller'
  if (/your vendor|your product/.test(text)) return 'name'
  if (/Is “/.test(text)) return 'label'
  return 'doubt'
}

async function isNew(page: Page, before: string): Promise<boolean> {
  const now = await page
    .locator('.question-ask')
    .first()
    .textContent({ timeout: 1000 })
    .catch(() => null)
  return now !== null && now !== before
}

async function reading(page: Page): Promise<number> {
  const answer = await page.request.get('/console/api/documents/reading')
  const { waiting }: { waiting: number } = JSON.parse(await answer.text())
  return waiting
}

/** Sellers of waiting bills whose ledgers the books have: some under the same name, some under another. */
async function wantSellers(page: Page): Promise<void> {
  const about = [
    '--user',
    demoOwner.email,
    '--service',
    'scan-export',
    '--name',
    'Bridge',
    '--json',
  ]
  const data = dirname(daybook.gstr2bFile ?? '')
  const create = [
    'key',
    'create',
    ...about,
    '--all-users',
    '--scope',
    'scans:import',
    '--data',
    data,
  ]
  const { stdout: made } = await runExecutable(create, data)
  const { key }: { key: string } = JSON.parse(made)
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    expect([path, answer.status]).toEqual([path, 200])
  }
  const listed = await page.request.get(
    '/console/api/documents?synced=no&state=successful&size=100',
  )
  const { items }: { items: { id: string; seller: string | null }[] } = JSON.parse(
    await listed.text(),
  )
  const bySeller = new Map(
    items.flatMap(({ id, seller }) => (seller === null ? [] : [[seller, id]])),
  )
  const sellers = [...bySeller].slice(0, 8)
  await send('PUT', 'bridge/report', {
    system: 'tally',
    company: { name: 'Kulkarni', guid: 'g', number: '100001', books_from: '2026-04-01' },
    health: 'ready',
    sentence: '',
    version: '0.1.0',
    machine: 'COUNTER-PC',
    waiting: sellers.length,
  })
  await send('PUT', 'bridge/masters', {
    kind: 'ledger',
    masters: sellers.map(([name], at) => ({
      id: `seller-${at}`,
      name: at < 4 ? name : `${name} A/c`,
      alter_id: at + 1,
      parent: 'Sundry Creditors',
    })),
  })
  const results = sellers.map(([name, id]) => {
    return { id, outcome: 'parked', code: 'ledger_missing', field: `party:|${name}` }
  })
  await send('POST', 'import-results', { results })
}
