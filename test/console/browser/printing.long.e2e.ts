import { afterAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addressOf } from './looks.ts'
import { pages } from './pages.ts'
import { openSampleShop } from './sample-shop.ts'
import { expectSoon } from './waiting.ts'

const shop = await openSampleShop()
const owner = await shop.daybook.visitSignedIn({ scheme: 'dark' })
// As wide as A4 is between its margins.
await owner.page.setViewportSize({ width: 703, height: 1032 })

afterAll(() => shop.daybook.close())

/** What is seen of the ways around a page, and of what is pressed there. */
async function pressed(page: Page): Promise<string[]> {
  const ways = '.mantine-AppShell-header, nav, .mantine-Button-root, .mantine-ActionIcon-root'
  const found = page.locator(`:is(${ways}):visible`)
  return await found.allTextContents()
}

/** The grounds of the page and of its parts that are not white. */
async function darkGrounds(page: Page): Promise<string[]> {
  const grounds = await page.evaluate(() =>
    [document.body, ...document.querySelectorAll('.mantine-Paper-root')].map(
      (part) => getComputedStyle(part).backgroundColor,
    ),
  )
  return grounds.filter((ground) => !white.includes(ground))
}

const white = ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']

test.each(pages.filter(({ isOpen }) => isOpen !== true))(
  '$path is printed without navigation and buttons, in dark letters on white',
  async ({ path, ready }) => {
    const { page } = owner
    await page.emulateMedia({ media: 'screen' })
    await page.goto(addressOf(path, shop))
    await page.getByText(ready).first().waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    await expectSoon(() => pressed(page), [])
    await expectSoon(() => darkGrounds(page), [])
    // Of a paper, the paper alone.
    await expectSoon(() => page.locator(':is(h1, .paper):visible').count(), 1)
  },
)

test('a list is printed as a table, not as the cards of a phone', async () => {
  const { page } = owner
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${shop.daybook.url}/orders`)
  const row = page.getByRole('row').filter({ hasText: '2025-26/00017' })
  await row.waitFor()
  await expectSoon(() => row.evaluate((tr) => getComputedStyle(tr).display), 'table-row')
  await page.getByRole('columnheader', { name: 'Customer' }).waitFor()
})
