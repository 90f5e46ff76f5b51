import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { clerkAt, type Unsynced } from './clerk.ts'
import { member, openConsole, sizes } from './console.ts'
import { addFile, photographed, printedPdf, stateWhenRead } from './printed-bills.ts'
import { expectFocus, expectSoon, follow, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** How long what is read may take to be there, in milliseconds. */
const readMs = 200_000

let key = ''

const daybook = untilEnd(await openConsole({ isReading: true, withMember: true }))
const input = ['--user', member.email, '--service', 'scan-export', '--name', 'Tally', '--json']
;({ key } = JSON.parse(await daybook.run(['key', 'create', ...input])))

async function papers() {
  return [doubtful('bill.pdf', 'INV#828'), await photographed('photo.jpg', { number: 'INV-829' })]
}

/** A PDF in which two values are doubtful. */
function doubtful(name: string, number: string) {
  return printedPdf(name, { number, state: 'Karnataka' })
}

async function fetchedNumbers(): Promise<unknown[]> {
  const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { items }: { items: Unsynced[] } = JSON.parse(await answer.text())
  return items.map(({ invoice_no: number }) => number)
}

test('a PDF and a photo are read while one watches; what is doubtful is accepted with a key each, and delivered', async () => {
  const page = await daybook.signedInPage({}, member)
  await openPage(page, '/documents', 'Documents')
  await page.getByRole('button', { name: 'Add documents', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await papers())
  await dialog.getByRole('button', { name: 'Add 2 documents', exact: true }).click()
  await dialog.getByText('2 of 2 added.').waitFor()
  await dialog.getByText(/^photo\.jpg (waits to be read|is being read)/).waitFor()
  const result = dialog.getByText('bill.pdf was read: 2 values are to be checked')
  await result.waitFor({ timeout: readMs })
  const photoRead = dialog.getByText(/^photo\.jpg was read/)
  await photoRead.waitFor({ timeout: readMs })
  const checkIt = dialog.getByRole('link', { name: 'Check it: bill.pdf', exact: true })
  expect(await checkIt.getAttribute('href')).toEndWith('?edit=true')
  await follow(dialog.getByRole('link', { name: 'bill.pdf', exact: true }), 'bill.pdf')

  await page.getByText('Read from the text of the PDF, page 1').first().waitFor()
  await page.getByRole('button', { name: 'Check it', exact: true }).click()
  const clerk = await clerkAt(page)
  await expectFocus(page.getByLabel('GSTIN', { exact: true }))
  await page.getByText('2 values to check').waitFor()
  await page.getByText('GSTIN: Read from the text of the PDF, page 1').waitFor()
  await expectSoon(() => isOnPage(page), true)
  expect(await faultsInEveryLook(page)).toEqual([])

  await clerk.press('Enter')
  const number = page.getByLabel('Bill number', { exact: true })
  await expectFocus(number)
  // As of an Enter that is held down: nobody has looked at this one yet.
  await number.dispatchEvent('keydown', { key: 'Enter', repeat: true })
  await page.getByText('1 value to check').waitFor()
  await expectFocus(number)
  await clerk.press('Enter')
  await page.getByText('All that was doubtful is checked.').waitFor()
  await clerk.press('Control+Enter')
  await page.getByText('bill.pdf is saved. It waits to be delivered.').waitFor()
  expect((await clerk.effort()).presses).toBe(3)
  await expectSoon(async () => (await fetchedNumbers()).includes('INV#828'), true)
})

test('what was added is gone through as it is listed, before what waited already', async () => {
  const page = await daybook.signedInPage({}, member)
  await openPage(page, '/documents', 'Documents')
  const before = await addFile(page, doubtful('before.pdf', 'INV#830'))
  expect(await stateWhenRead(page, before)).toBe('check')
  await page.getByRole('button', { name: 'Add documents', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (const [name, number] of [
    ['first.pdf', 'INV#831'],
    ['second.pdf', 'INV#832'],
  ] as const) {
    await dialog.locator('input[type=file]').setInputFiles([doubtful(name, number)])
    await dialog.getByRole('button', { name: 'Add the document', exact: true }).click()
    await dialog
      .getByText(`${name} was read: 2 values are to be checked`)
      .waitFor({ timeout: readMs })
  }
  await dialog.getByRole('link', { name: 'Check it: second.pdf', exact: true }).click()
  const clerk = await clerkAt(page)
  for (const name of ['second.pdf', 'first.pdf']) {
    await waitForPage(page, name)
    // Which one comes behind it is asked for beside the form.
    await page
      .getByRole('group', { name: 'Documents to type in' })
      .getByText(/ of 3$/)
      .waitFor()
    await expectFocus(page.getByLabel('GSTIN', { exact: true }))
    await clerk.press('Enter')
    await expectFocus(page.getByLabel('Bill number', { exact: true }))
    await clerk.press('Enter')
    await page.getByText('All that was doubtful is checked.').waitFor()
    await clerk.press('Control+Enter')
    await page.getByText(`${name} is saved. It waits to be delivered.`).waitFor()
  }
  await waitForPage(page, 'before.pdf')
  expect((await clerk.effort()).presses).toBe(6)
})

test('on a phone the paper above the form scrolls to the value that has the focus', async () => {
  const page = await daybook.signedInPage({ width: 390 }, member)
  await openPage(page, '/documents?search=bill.pdf', 'Documents')
  await follow(page.getByRole('link', { name: /bill\.pdf/ }), 'bill.pdf')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  for (const label of ['GSTIN', 'Amount of line 4']) {
    await page.getByLabel(label, { exact: true }).focus()
    await expectSoon(() => isOnPage(page), true)
  }
  expect(page.viewportSize()).toEqual(sizes[390])
})

/** Whether the spot that is marked on the paper is within what is seen of the paper. */
async function isOnPage(page: Page): Promise<boolean> {
  const spot = await page.locator('.paper-spot').boundingBox()
  const view = await page.locator('.paper-view').boundingBox()
  if (spot === null || view === null) return false
  const isAcross = spot.x >= view.x - 1 && spot.x + spot.width <= view.x + view.width + 1
  return isAcross && spot.y >= view.y && spot.y + spot.height <= view.y + view.height
}

test('an owner decides with how much care Daybook reads', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/settings?section=reading', 'Settings')
  await page.getByLabel('Careful', { exact: true }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. What is read from now on goes by it.').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.reload()
  await expectSoon(() => page.getByLabel('Careful', { exact: true }).isChecked(), true)
})
