import { afterAll, describe, expect, test } from 'bun:test'
import { violationsOf } from './accessibility.ts'
import { openSampleShop } from './sample-shop.ts'
import { expectSoon, openPage, waitForPage } from './waiting.ts'

const shop = await openSampleShop()

afterAll(() => shop.daybook.close())

describe('the keyboard', () => {
  test('goes to a page and to a product by Ctrl+K, a few letters and Enter', async () => {
    const page = await shop.daybook.signedInPage()
    await openPage(page, '/', 'Today')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('textbox', { name: 'Go to', exact: true })
    // Where Enter goes: it is chosen a moment after it is shown.
    const first = page.getByRole('option').and(page.locator('[data-combobox-selected]'))
    await field.fill('ord')
    await first.filter({ hasText: 'Orders' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await waitForPage(page, 'Orders')

    await page.keyboard.press('Control+k')
    await field.fill('cotton')
    await first.filter({ hasText: 'Cotton shirt' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/catalogue/${shop.product}`)
  })

  test('shows its keys at ?, and none acts while somebody types or under a dialogue', async () => {
    const page = await shop.daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    const search = page.getByRole('search').getByRole('textbox').first()
    await search.pressSequentially('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('heading', { name: 'Documents', exact: true }).click()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await dialog.getByText('Go to a page, document, product, order or vendor').waitFor()
    // The list's own, not that of everywhere as well.
    expect(await dialog.getByText('/', { exact: true }).count()).toBe(1)
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('textbox', { name: 'Go to', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expectSoon(() => page.getByRole('dialog').count(), 0)
    // Where movement is wanted a dialogue would fade, and the key behind Escape fall under it.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add documents' }).waitFor()
  })
})
