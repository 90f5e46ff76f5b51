import { expect, test } from 'bun:test'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import { expectFocus, expectValue, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())

test('an offer is added, is shown to customers by its dates, is switched off, and deleted after a question', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/offers', 'Offers')
  await page.getByText('No offers yet').waitFor()
  await page.getByRole('button', { name: 'New offer', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add the offer', exact: true }).click()
  await page.getByText('Give the offer a title.').waitFor()
  await page.getByLabel('Title', { exact: true }).fill('Pongal sale')
  await page.getByLabel('Per cent', { exact: true }).fill('10')
  await page.getByLabel('First day (optional)', { exact: true }).fill('14/01/2037')
  await page.getByLabel('Last day (optional)', { exact: true }).fill('10/01/2037')
  await page.getByLabel('Last day (optional)', { exact: true }).press('Tab')
  await page.getByRole('button', { name: 'Add the offer', exact: true }).click()
  await page.getByText('The last day is before the first one.').waitFor()
  await expectValue(page.getByLabel('Title', { exact: true }), 'Pongal sale')
  await page.getByLabel('Last day (optional)', { exact: true }).fill('18/01/2037')
  await page.getByLabel('Last day (optional)', { exact: true }).press('Tab')
  await page.getByRole('combobox', { name: 'Makes cheaper', exact: true }).click()
  await page.getByRole('option', { name: 'Everything', exact: true }).click()
  await page.getByRole('button', { name: 'Add the offer', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Pongal sale' })
  await row.getByText('Scheduled').waitFor()
  await row.getByText('from 14 Jan 2037').waitFor()
  await row.getByText('until 18 Jan 2037').waitFor()
  await row.getByText('10% off').waitFor()
  await row.getByText('on everything').waitFor()

  await row.getByRole('button', { name: 'Pongal sale', exact: true }).click()
  await expectFocus(page.getByLabel('Title', { exact: true }))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('switch', { name: /^Shown to customers/ }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await row.getByText('Switched off').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await page.getByLabel('Actions for Pongal sale', { exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the offer', exact: true }).click()
  await page.getByText('No offers yet').waitFor()
})
