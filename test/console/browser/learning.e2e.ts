import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole } from './console.ts'
import { addFile, printedPdf, stateWhenRead } from './printed-bills.ts'
import { expectValue, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isReading: true, withMember: true }))

/** A seller's bill whose number stands behind a label that nobody else has. Returns its document's id. */
async function addOdd(page: Page, number: string): Promise<string> {
  const name = `${number.replaceAll('/', '-')}.pdf`
  return await addFile(page, printedPdf(name, { number, label: 'Chitthi' }))
}

test('what a clerk mends on a bill is read on the next one, shown with its seller, and forgotten by an owner', async () => {
  const { page, problems, close } = await daybook.visitSignedIn({}, member)
  await openPage(page, '/documents', 'Documents')
  const first = await addOdd(page, 'DA/26-27/118')
  expect(await stateWhenRead(page, first)).toBe('check')
  await openPage(page, `/documents/${first}?edit=true`, 'DA-26-27-118.pdf')
  const number = page.getByLabel('Bill number', { exact: true })
  await number.fill('DA/26-27/118')
  await number.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByText('is saved').first().waitFor()

  const second = await addOdd(page, 'DA/26-27/119')
  expect(await stateWhenRead(page, second)).not.toBe('check')
  await openPage(page, `/documents/${second}?edit=true`, 'DA-26-27-119.pdf')
  await expectValue(number, 'DA/26-27/119')

  await openPage(page, '/vendors?show=learnt', 'Vendors')
  await follow(page.getByRole('link', { name: 'Deccan Agro' }), 'Deccan Agro')
  await page.getByText('“Chitthi” is the bill number').waitFor()
  await page.getByText('5 % GST').waitFor()
  expect(await page.getByRole('button', { name: 'Forget all…' }).count()).toBe(0)
  expect(await faultsInEveryLook(page)).toEqual([])
  const address = page.url()
  expect(problems).toEqual([])
  await close()

  await forgetAt(address)
})

/** An owner forgets one thing, then all. */
async function forgetAt(address: string): Promise<void> {
  const page = await daybook.signedInPage()
  await page.goto(address)
  const rate = page.getByText('5 % GST', { exact: true })
  await page.getByRole('button', { name: 'Forget: 5 % GST', exact: true }).click()
  await page.getByRole('dialog').getByText('until somebody shows it again').waitFor()
  await page.getByRole('button', { name: 'Forget it', exact: true }).click()
  await rate.waitFor({ state: 'detached' })
  await page.getByText('“Chitthi” is the bill number').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Forget all…', exact: true }).click()
  await page.getByRole('button', { name: 'Forget all of it', exact: true }).click()
  await page.getByText('How Deccan Agro prints its bills is forgotten.').waitFor()
  await openPage(page, '/vendors?show=learnt', 'Vendors')
  await page.getByText('Nothing was learnt yet').waitFor()
}
