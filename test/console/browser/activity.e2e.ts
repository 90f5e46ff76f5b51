import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import { expectInAddress, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))

describe('the activity', () => {
  test('is chosen by what it is about, by person and by day, and the address keeps the choice', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/activity', 'Activity')
    await page.getByText(`${member.email} was added as clerk`).waitFor()
    await page.getByRole('combobox', { name: 'About', exact: true }).click()
    await page.getByRole('option', { name: 'Signing in', exact: true }).click()
    await page.getByText(`${member.email} was added as clerk`).waitFor({ state: 'detached' })
    await page.getByText('Signed in from').first().waitFor()
    await page.getByRole('combobox', { name: 'Person', exact: true }).click()
    await page.getByRole('option', { name: member.name, exact: true }).click()
    await page.getByText('Nothing like that was done').waitFor()
    await expectInAddress(page, 'kind', 'sign-ins')
    await page.reload()
    await page.getByText('Nothing like that was done').waitFor()

    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await page.getByText('Daybook was set up for Sharma General Stores').waitFor()
    await page.getByLabel('To', { exact: true }).fill('1/1/2020')
    await page.getByLabel('To', { exact: true }).press('Tab')
    await page.getByText('Nothing like that was done').waitFor()
    await expectInAddress(page, 'to', '2020-01-01')
  })

  test('folds what somebody did many times, and unfolds it', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/', 'Today')
    for (const name of ['Atta', 'Besan', 'Poha']) await addProduct(page, name)
    await openPage(page, '/activity', 'Activity')
    const row = page.getByRole('row').filter({ hasText: '3 products added' })
    await row.waitFor()
    await row.getByText('Besan').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Show all 3', exact: true }).click()
    await row.getByText('The product “Besan” was added').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await row.getByRole('button', { name: 'Fold them', exact: true }).click()
    await row.getByText('The product “Besan” was added').waitFor({ state: 'detached' })
  })

  test('of a member is what it did itself', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/activity', 'Activity')
    await page.getByText('Signed in from').first().waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(owner.name)
    expect(await page.getByRole('combobox', { name: 'Person', exact: true }).count()).toBe(0)
  })
})

/** As the page for a new product sends it. */
async function addProduct(page: Page, name: string): Promise<void> {
  const status = await page.evaluate(async (product) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ product: { name: product } })
    const answer = await fetch('/console/api/products', { method: 'POST', headers, body })
    return answer.status
  }, name)
  expect(status).toBe(200)
}
