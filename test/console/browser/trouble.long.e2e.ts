import { describe, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { openConsole } from './console.ts'
import { expectFocus, expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())

describe('when Daybook does not answer', () => {
  test.each([
    { what: 'a list', lost: '**/console/api/keys?*' },
    { what: 'the first page', lost: '**/console/api/state' },
  ])('$what says so, and is there by itself once Daybook answers again', async ({ lost }) => {
    const { page, close } = await daybook.visitSignedIn()
    await page.route(lost, (route) => route.abort())
    await page.goto('/keys')
    await page.getByText('Daybook does not answer.').waitFor()
    await page.unroute(lost)
    await page.getByText('No keys yet').waitFor()
    await close()
  })

  test('a list is there after another try', async () => {
    const { page, close } = await daybook.visitSignedIn()
    let isLost = false
    await page.route('**/console/api/keys?*', async (route) => {
      isLost = true
      await route.abort()
    })
    // Whether Daybook is back is not known: nothing comes by itself.
    await page.route('**/console/api/state', (route) => (isLost ? route.abort() : route.fallback()))
    await page.goto('/keys')
    await page.getByText('Daybook does not answer.').waitFor()
    await page.unroute('**/console/api/keys?*')
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('No keys yet').waitFor()
    await close()
  })

  test('a form keeps what was typed', async () => {
    const { page, close } = await daybook.visitSignedIn()
    await openPage(page, '/keys', 'API keys')
    await page.getByRole('button', { name: 'New key', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Tally')
    await page.getByLabel('Document export', { exact: true }).check()
    await page.getByLabel('Only mine', { exact: true }).check()
    await page.route('**/console/api/keys', (route) => route.abort())
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await page.getByRole('dialog').getByText('Daybook does not answer.').waitFor()
    await expectValue(page.getByLabel('Name', { exact: true }), 'Tally')
    await close()
  })
})

describe('a form', () => {
  test('is told everything that is wrong with it at once, each at its field', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue/new', 'New product')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cotton shirt')
    await page.getByLabel('HSN code', { exact: true }).fill('12')
    await page.getByLabel('SKU', { exact: true }).fill('x'.repeat(201))
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await page.getByText('The HSN code must have 4 to 8 digits').waitFor()
    await page.getByText('The SKU is too long').waitFor()
    await expectSoon(() => page.locator('[aria-invalid="true"]').count(), 2)
    await expectFocus(page.locator('[aria-invalid="true"]').first())
  })

  test.each([1366, 390] as const)(
    'that was saved is told of where it covers neither a title nor a button, at %d',
    async (width) => {
      const page = await daybook.signedInPage({ width })
      await openPage(page, '/catalogue/new', 'New product')
      const name = `Cotton shirt ${width}`
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
      await page.getByRole('button', { name: 'Make the product', exact: true }).click()
      await waitForPage(page, name)
      const toast = page.getByText(`${name} is in the catalogue.`)
      for (const below of [page.getByRole('heading', { level: 1 }), page.locator('.save-bar')]) {
        await expectSoon(() => isCovered(below, toast), false)
      }
    },
  )
})

async function isCovered(below: Locator, above: Locator): Promise<boolean> {
  const [box, cover] = [await boxOf(below), await boxOf(above)]
  return cover.y + cover.height > box.y && cover.y < box.y + box.height
}

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return box
}

describe('by keyboard alone', () => {
  test('the navigation can be skipped, and a dialogue gives the focus back', async () => {
    const page = await daybook.signedInPage()
    await page.goto('/keys')
    await page.getByText('No keys yet').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('a:focus', { hasText: /^Skip to the page$/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.locator('button:focus', { hasText: /^New key$/ }).waitFor()
    await page.keyboard.press('Enter')
    await expectFocus(page.getByLabel('Name', { exact: true }))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.locator('button:focus', { hasText: 'New key' }).waitFor()
  })

  test('the next page begins where it begins for everybody', async () => {
    const { page, close } = await daybook.visitSignedIn()
    await openPage(page, '/keys', 'API keys')
    await page.getByRole('button', { name: 'Asha Rao', exact: true }).press('Enter')
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.keyboard.press('Enter')
    await waitForPage(page, 'Your account')
    await page.locator('main:focus').waitFor()
    await expectSoon(() => page.title(), 'Your account · Daybook')
    await close()
  })
})
