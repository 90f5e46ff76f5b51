import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { member, openConsole, owner } from './console.ts'
import { expectInAddress, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))
const input = ['--user', owner.email, '--name', 'T', '--service', 'scan-export', '--json']
const { key }: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...input]))

describe('vendors', () => {
  test('are added with aliases, searched, renamed, merged and deleted', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/vendors', 'Vendors')
    await page.getByText('No vendors yet').waitFor()
    await addVendor(page, 'Acme Traders', ['ACME', 'Acme, Pune'])
    await addVendor(page, 'Zed Stores', ['ZED'])
    await addVendor(page, 'Zedd', [])

    await page.getByRole('searchbox').fill('pune')
    await rowOf(page, 'Zed Stores').waitFor({ state: 'detached' })
    await rowOf(page, 'Acme Traders').getByText('Acme, Pune').waitFor()
    await expectInAddress(page, 'search', 'pune')
    await page.getByRole('searchbox').fill('')

    await choose(page, 'Zed Stores', 'Rename…')
    await page.getByLabel('Name', { exact: true }).fill('acme traders')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByText('“Acme Traders” is in the list already').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Zed & Sons')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await rowOf(page, 'Zed & Sons')
      .getByLabel('Alias Zed Stores of Zed & Sons', { exact: true })
      .waitFor()

    await choose(page, 'Zedd', 'Merge with another…')
    await chooseEntry(page, 'The vendor that is the same', 'zed s', 'Zed & Sons')
    await page.getByText('“Zedd” becomes an alias of “Zed & Sons”').waitFor()
    await page.getByRole('button', { name: 'Merge the two', exact: true }).click()
    await rowOf(page, 'Zed & Sons')
      .getByLabel('Alias Zedd of Zed & Sons', { exact: true })
      .waitFor()

    await choose(page, 'Zed & Sons', 'Delete…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('“Zed & Sons” and its 3 aliases are gone for good').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('“Zed & Sons” is deleted.').waitFor()
    await rowOf(page, 'Zed & Sons').waitFor({ state: 'detached' })
  })

  test('explain whose a spelling is, and hand it over', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/vendors', 'Vendors')
    await addVendor(page, 'Deccan Oils', ['DOIL'])
    await rowOf(page, 'Acme Traders')
      .getByRole('button', { name: 'Add an alias to Acme Traders', exact: true })
      .click()
    await typeAliases(page, ['doil', 'Deccan Oils', 'A. Traders'])
    await page.getByRole('button', { name: 'Add the aliases', exact: true }).click()
    await page.getByText('2 aliases were not added').waitFor()
    await page.getByText('is the name of another vendor, “Deccan Oils”').waitFor()
    await page.getByRole('button', { name: 'Move it here', exact: true }).click()
    await page.getByText('“doil” is an alias of “Acme Traders” now.').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close', exact: true })
      .last()
      .click()
    await rowOf(page, 'Acme Traders')
      .getByLabel('Alias A. Traders of Acme Traders', { exact: true })
      .waitFor()

    await page.getByRole('button', { name: 'New vendor', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('DOIL')
    await page.getByRole('button', { name: 'Add the vendor', exact: true }).click()
    await page.getByText('“DOIL” is an alias of “Acme Traders”.').waitFor()
    await page.getByRole('button', { name: 'Make a new vendor all the same', exact: true }).click()
    await rowOf(page, 'DOIL').waitFor()
    await rowOf(page, 'Acme Traders')
      .getByLabel('Alias DOIL of Acme Traders', { exact: true })
      .click()
    await page.getByText('Not used: another vendor is called “DOIL”').waitFor()
    await page.getByRole('menuitem', { name: 'Merge the two…', exact: true }).click()
    await page
      .getByLabel('The name that stays', { exact: true })
      .getByLabel('Acme Traders', { exact: true })
      .check()
    await page.getByText('“DOIL” becomes an alias of “Acme Traders”').waitFor()
    await page.getByRole('button', { name: 'Merge the two', exact: true }).click()
    await rowOf(page, 'DOIL').waitFor({ state: 'detached' })

    await rowOf(page, 'Acme Traders')
      .getByLabel('Alias DOIL of Acme Traders', { exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Move to another…', exact: true }).click()
    await chooseEntry(page, 'The vendor that it belongs to', 'decc', 'Deccan Oils')
    await page.getByRole('button', { name: 'Move the alias', exact: true }).click()
    await rowOf(page, 'Deccan Oils')
      .getByLabel('Alias DOIL of Deccan Oils', { exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Remove…', exact: true }).click()
    await page.getByRole('button', { name: 'Remove the alias', exact: true }).click()
    await page.getByText('is no alias of “Deccan Oils” any more').waitFor()
  })

  test('that documents and bank rows name are added by one click', async () => {
    await upload('vendor_invoice', { 'Vendor Name': 'DECCAN OILS PVT LTD' }, [])
    const narration = 'UPI/DR/412345678901/SHREE GANESH TRADERS/shree@okaxis/PAY BILL'
    await upload('bank_entry', {}, [{ Narration: narration, Debit: '500.00' }])
    const page = await daybook.signedInPage()
    await openPage(page, '/vendors', 'Vendors')
    await page.getByText('Not in the list yet (2)').click()
    await page.getByText(narration).waitFor()
    await page.getByRole('button', { name: 'It is Deccan Oils', exact: true }).click()
    await page.getByText('“DECCAN OILS PVT LTD” is an alias of “Deccan Oils” now.').waitFor()
    // Until its row is gone, the one below moves up.
    await page.getByText('Not in the list yet (1)').waitFor()
    await page
      .getByRole('button', { name: 'Add SHREE GANESH TRADERS as a new vendor', exact: true })
      .click()
    await page.getByText('Every name is known').waitFor()
    const answer = await unsynced()
    expect(answer).toContain('"vendor_name":"Deccan Oils"')
    expect(answer).toContain('"vendor_name":"SHREE GANESH TRADERS"')
  })

  test('may be looked at by a member, who changes nothing', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/vendors?show=unknown', 'Vendors')
    await rowOf(page, 'Deccan Oils').waitFor()
    for (const name of ['New vendor', /^Actions for/, /^Add an alias/]) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }
  })
})

test('product names come from a file, which says what was refused, and go into one', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/product-names', 'Product names')
  await page.getByRole('button', { name: 'Bring in a file', exact: true }).click()
  const rows = Array.from({ length: 450 }, (_, i) => `Item ${i};IT${i}|It. ${i}`)
  const text = [
    'Name;Aliases',
    ...rows,
    'Late;IT7',
    `=HYPERLINK(${'x'.repeat(201)});'@SUM|-1`,
  ].join('\r\n')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog').getByLabel('CSV file or Excel workbook', { exact: true }).click(),
  ])
  const buffer = Buffer.from(text)
  await chooser.setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
  await page.getByText('Nothing is brought in yet.').waitFor()
  await page.getByRole('button', { name: 'Bring in 451 rows', exact: true }).click()
  await page.getByText('Nothing is brought in yet.').waitFor({ state: 'detached' })
  await page.getByText('451 new, 0 with new aliases, 0 there already, 1 refused.').waitFor()
  await page.getByText('Row 452: “IT7” belongs to “Item 7”').waitFor()
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the refused rows', exact: true }).click(),
  ])
  expect(refused.suggestedFilename()).toBe('refused-rows.csv')
  const saved = await Bun.file(await refused.path()).text()
  expect(saved).toContain(`"'=HYPERLINK(${'x'.repeat(201)})","'@SUM|-1",`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('1 to 50 of 451').waitFor()

  await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as CSV', exact: true }).click(),
  ])
  expect(list.suggestedFilename()).toBe('product-names.csv')
  expect(await Bun.file(await list.path()).text()).toContain('\r\nItem 7,IT7|It. 7\r\n')

  await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as Excel', exact: true }).click(),
  ])
  const path = join(daybook.dir, 'names.xlsx')
  await workbook.saveAs(path)
  await page.getByRole('button', { name: 'CSV or Excel', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bring in a file…', exact: true }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Nothing to bring in', exact: true }).waitFor()
})

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

async function addVendor(page: Page, name: string, aliases: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'New vendor', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await typeAliases(page, aliases)
  await page.getByRole('button', { name: 'Add the vendor', exact: true }).click()
  await rowOf(page, name).waitFor()
}

async function typeAliases(page: Page, aliases: readonly string[]): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: /^Aliases/ })
  for (const alias of aliases) {
    await field.fill(alias)
    await field.press('Enter')
  }
}

async function choose(page: Page, name: string, command: string): Promise<void> {
  await page.getByLabel(`Actions for ${name}`, { exact: true }).click()
  await page.getByRole('menuitem', { name: command, exact: true }).click()
}

/** Waits until only the entry is offered: a click on a row that moves up meanwhile chooses nothing. */
async function chooseEntry(page: Page, label: string, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed)
  const entry = page.getByRole('option', { name, exact: true })
  await entry.waitFor()
  await page.getByRole('option').filter({ hasNotText: name }).first().waitFor({ state: 'detached' })
  await entry.click()
}

async function upload(category: string, metadata: object, lines: object[]): Promise<void> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      category,
      filename: 'paper.pdf',
      raw: { invoice_metadata: metadata, line_items: lines },
    }),
  })
  expect(answer.status).toBe(201)
}

async function unsynced(): Promise<string> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return await answer.text()
}
