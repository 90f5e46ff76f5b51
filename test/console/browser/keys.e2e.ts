import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole } from './console.ts'
import { copyable, expectSoon, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))

describe('an API key', () => {
  test('works at once, by the line that the page shows, and is shown only once', async () => {
    const page = await daybook.signedInPage()
    await openForm(page)
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await page.getByText('Say which program the key is for.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Tally at the counter')
    await page.getByLabel('Document export', { exact: true }).check()
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await page.getByText('Choose whose documents the program is to fetch.').waitFor()
    await page.getByLabel('Only mine', { exact: true }).check()
    const key = await makeKey(page)
    const line = await copyable(page, 'curl ')
    expect(line).toContain(key)
    const [, address = ''] = /"(http[^"]+)"/.exec(line) ?? []
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
    await page.getByRole('button', { name: 'I have stored the key', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Tally at the counter' }).waitFor()
    await expectSoon(async () => (await page.content()).includes(key), false)
  })

  test('of the storefront may do what was ticked, until the day that was typed', async () => {
    const page = await daybook.signedInPage()
    await openForm(page)
    await page.getByLabel('Name', { exact: true }).fill('Web shop')
    await page.getByLabel('Storefront', { exact: true }).check()
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await page.getByText('Allow at least one thing.').waitFor()
    await page.getByLabel('Read products, categories, offers', { exact: true }).check()
    await page.getByLabel('Last day (optional)', { exact: true }).fill('31/03/2037')
    await makeKey(page)
    await page.getByRole('button', { name: 'I have stored the key', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Web shop' })
    await row.getByText('storefront:read').waitFor()
    await row.getByText('31 Mar 2037, 11:59 pm').waitFor()
  })

  test('is replaced without a gap, and revoked at once after a question', async () => {
    const page = await daybook.signedInPage()
    await openForm(page)
    await page.getByLabel('Name', { exact: true }).fill('Busy')
    await page.getByLabel('Document export', { exact: true }).check()
    await page.getByLabel('Only mine', { exact: true }).check()
    const old = await makeKey(page)
    await page.getByRole('button', { name: 'I have stored the key', exact: true }).click()

    await page.getByLabel('Actions for Busy', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Replace…', exact: true }).click()
    await page.getByRole('button', { name: 'Make the new key', exact: true }).click()
    const fresh = await copyable(page, 'dbk_')
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200])
    await page.getByRole('button', { name: 'I have stored the key', exact: true }).click()

    const row = page.getByRole('row').filter({ hasText: fresh.slice(0, 12) })
    await row.getByRole('button', { name: 'Actions for Busy', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Revoke…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The program that uses it is refused from now on').waitFor()
    await dialog.getByRole('button', { name: 'Revoke the key', exact: true }).click()
    await page.getByText(/The key .* is revoked/).waitFor()
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 401])
    await page.getByText('Ended', { exact: true }).click()
    await row.getByText('Revoked').waitFor()
  })

  test('says when scans wait under somebody else', async () => {
    const { page, close } = await daybook.visitSignedIn({}, member)
    await openForm(page)
    // A member has nothing to choose: its keys are for its own scans.
    expect(await page.getByRole('radio', { name: 'Storefront', exact: true }).count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('A script')
    const key = await makeKey(page)
    await close()
    for (const number of [1, 2]) await upload(key, `B-${number}`)

    const asked = await daybook.visitSignedIn()
    await openPage(asked.page, '/keys', 'API keys')
    const row = asked.page.getByRole('row').filter({ hasText: 'Tally at the counter' })
    await row.getByText('2 documents wait under Ravi Kumar; this key sees 0').waitFor()
    const theirs = asked.page.getByRole('row').filter({ hasText: 'A script' })
    await theirs.getByText('2 documents', { exact: true }).waitFor()

    await openForm(asked.page)
    await asked.page.getByLabel('Document export', { exact: true }).check()
    const dialog = asked.page.getByRole('dialog')
    await dialog.getByText('0 documents wait now.').waitFor()
    await dialog.getByText('2 documents wait now.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('For everybody')
    await dialog.getByLabel('Those of all users', { exact: true }).check()
    await makeKey(asked.page)
    await asked.page.getByRole('button', { name: 'I have stored the key', exact: true }).click()
    await openPage(asked.page, '/integrations', 'Integrations')
    const made = asked.page.getByRole('link', { name: 'For everybody', exact: true })
    await follow(made, 'For everybody')
    await asked.page.getByText('Document export, for the documents of all users.').waitFor()
    expect(asked.problems).toEqual([])
    await asked.close()
  })
})

test('a test key works on a copy, which is made anew and thrown away where the keys are', async () => {
  const page = await daybook.signedInPage()
  await openForm(page)
  await page.getByLabel('Name', { exact: true }).fill('New ERP')
  await page.getByLabel('Document export', { exact: true }).check()
  await page.getByLabel('Those of all users', { exact: true }).check()
  await page.getByLabel('Test key', { exact: true }).check()
  const key = await makeKey(page, 'dbt_')
  await page.getByText('It works on a copy of the shop’s data').waitFor()
  expect(await statusWith(key)).toBe(200)
  await page.getByRole('button', { name: 'I have stored the key', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'New ERP' })
  await row.getByText('Test key', { exact: true }).waitFor()

  await openPage(page, '/keys', 'API keys')
  await page.getByText('Test keys work on a copy of the shop’s data of').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Make it anew', exact: true }).click()
  await page.getByText('The test keys work on a new copy.').waitFor()
  await page.getByRole('button', { name: 'Throw it away…', exact: true }).click()
  await page.getByRole('button', { name: 'Throw it away', exact: true }).click()
  await page.getByText('The copy for tests is gone.').waitFor()
  await page.getByText('Test keys work on a copy').waitFor({ state: 'hidden' })
  expect(await statusWith(key)).toBe(200)
})

async function openForm(page: Page): Promise<void> {
  await openPage(page, '/keys', 'API keys')
  await page.getByRole('button', { name: 'New key', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).waitFor()
}

/** Sends the form and returns the key. */
async function makeKey(page: Page, prefix = 'dbk_'): Promise<string> {
  await page.getByRole('button', { name: 'Make the key', exact: true }).click()
  return await copyable(page, prefix)
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
