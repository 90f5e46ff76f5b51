import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
  const names = ['--email', member.email, '--name', member.name, '--role', 'member']
  await daybook.run(['user', 'add', ...names, '--password-stdin'], member.password)
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('an API key', () => {
  test(
    'works at once, by the line that the page shows, and is shown only once',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await openForm(page)
      await page.getByRole('button', { name: 'Make the key' }).click()
      await page.getByText('Say which program the key is for.').waitFor()
      await page.getByLabel('Name').fill('Tally at the counter')
      await page.getByLabel('Scan export').check()
      const key = await makeKey(page)
      const line = await shown(page, 'curl ')
      expect(line).toContain(key)
      const [, address = ''] = /"(http[^"]+)"/.exec(line) ?? []
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
      expect(answer.status).toBe(200)
      await page.getByRole('button', { name: 'I have stored the key' }).click()
      await page.getByText('Tally at the counter').waitFor()
      expect(await page.content()).not.toContain(key)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of the storefront may do what was ticked, until the day that was typed',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await openForm(page)
      await page.getByLabel('Name').fill('Web shop')
      await page.getByLabel('Storefront').check()
      await page.getByRole('button', { name: 'Make the key' }).click()
      await page.getByText('Allow at least one thing.').waitFor()
      await page.getByLabel('Read products, categories, offers').check()
      await page.getByLabel('Last day').fill('31/03/2037')
      await makeKey(page)
      await page.getByRole('button', { name: 'I have stored the key' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Web shop' })
      expect(await row.textContent()).toContain('storefront:read')
      expect(await row.textContent()).toContain('31 Mar 2037, 11:59 pm')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is replaced without a gap, and revoked at once after a question',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await openForm(page)
      await page.getByLabel('Name').fill('Busy')
      await page.getByLabel('Scan export').check()
      const old = await makeKey(page)
      await page.getByRole('button', { name: 'I have stored the key' }).click()

      await page.getByLabel('Actions for Busy').click()
      await page.getByRole('menuitem', { name: 'Replace' }).click()
      await page.getByRole('button', { name: 'Make the new key' }).click()
      const fresh = await shown(page, 'dbk_')
      expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200])
      await page.getByRole('button', { name: 'I have stored the key' }).click()

      const row = page.getByRole('row').filter({ hasText: fresh.slice(0, 12) })
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Revoke' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The program that uses it is refused from now on').waitFor()
      await dialog.getByRole('button', { name: 'Revoke the key' }).click()
      await page.getByText(/The key .* is revoked/).waitFor()
      expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 401])
      await page.getByText('Ended', { exact: true }).click()
      await page
        .getByRole('row')
        .filter({ hasText: fresh.slice(0, 12) })
        .getByText('Revoked')
        .waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'says when scans wait under somebody else',
    async () => {
      const { page, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/keys')
      await openForm(page)
      // A member has nothing to choose: its keys are for its own scans.
      expect(await page.getByRole('radio', { name: 'Storefront' }).count()).toBe(0)
      await page.getByLabel('Name').fill('A script')
      const key = await makeKey(page)
      await close()
      for (const number of [1, 2]) await upload(key, `B-${number}`)

      const asked = await daybook.visitSignedIn()
      await asked.page.goto('/keys')
      const row = asked.page.getByRole('row').filter({ hasText: 'Tally at the counter' })
      await row.getByText('2 scans wait under Ravi Kumar; this key sees 0').waitFor()
      const theirs = asked.page.getByRole('row').filter({ hasText: 'A script' })
      await theirs.getByText('2 scans', { exact: true }).waitFor()
      expect(asked.problems).toEqual([])
      await asked.close()
    },
    browserLimitMs,
  )
})

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').waitFor()
}

/** Sends the form and returns the key. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make the key' }).click()
  return await shown(page, 'dbk_')
}

/** The text that the page shows to be copied, by its beginning. */
async function shown(page: Page, beginning: string): Promise<string> {
  const text = page.locator('.copyable').filter({ hasText: new RegExp(`^${beginning}`) })
  return (await text.textContent()) ?? ''
}

async function statusWith(key: string): Promise<number> {
  const path = '/scan-export/api/public/v1/scans/unsynced'
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${daybook.url}${path}`, { headers })).status
}

async function upload(key: string, number: string): Promise<void> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      category: 'vendor_invoice',
      filename: `${number}.pdf`,
      raw: { invoice_metadata: { 'Bill No': number }, line_items: [] },
    }),
  })
  expect(answer.status).toBe(201)
}
