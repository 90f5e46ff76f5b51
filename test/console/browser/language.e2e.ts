import { afterAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { overflowOf, violationsOf } from './accessibility.ts'
import { owner, sizes } from './console.ts'
import { openSampleShop, sampleDocument } from './sample-shop.ts'
import { expectSoon, openPage, waitForPage } from './waiting.ts'

const shop = await openSampleShop()

afterAll(() => shop.daybook.close())

async function expectGoodLooks(page: Page): Promise<void> {
  for (const width of [390, 1366] as const) {
    await page.setViewportSize(sizes[width])
    await expectSoon(() => overflowOf(page), 0)
    expect(await violationsOf(page, false)).toEqual([])
  }
}

describe('another language', () => {
  test('is chosen before signing in, and stays in this browser', async () => {
    const { page, problems } = await shop.daybook.visit()
    await openPage(page, '/sign-in', 'Sign in')
    await page.getByRole('button', { name: 'हिन्दी', exact: true }).click()
    await waitForPage(page, 'साइन इन करें')
    await page.locator('html[lang=hi-IN]').waitFor()
    await expectGoodLooks(page)
    await page.getByLabel('ई-मेल', { exact: true }).fill(owner.email)
    await page.getByLabel('पासवर्ड', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'साइन इन करें', exact: true }).click()
    await waitForPage(page, 'आज')
    await expectGoodLooks(page)
    await openPage(page, '/documents', 'दस्तावेज़')
    await page.getByText('दोहराव के कारण रुका').first().waitFor()
    await expectGoodLooks(page)
    expect(problems).toEqual([])
  })

  test('is in the user’s menu, with the form of a document, and goes back to English', async () => {
    const { page, problems } = await shop.daybook.visitSignedIn()
    await page.goto(`/documents/${sampleDocument('d2')}?edit=true`)
    await page.getByRole('button', { name: 'Add a column', exact: true }).waitFor()
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('menuitemradio', { name: 'ગુજરાતી', exact: true }).click()
    await page.getByRole('button', { name: 'કૉલમ ઉમેરો', exact: true }).waitFor()
    await page.getByLabel('બિલ નંબર', { exact: true }).waitFor()
    await expectGoodLooks(page)
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('menuitemradio', { name: 'English', exact: true }).click()
    await page.getByRole('button', { name: 'Add a column', exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})
