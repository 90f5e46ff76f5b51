import { describe, expect, test } from 'bun:test'
import { openConsole } from './console.ts'
import { expectFocus, follow, openPage, waitForPage, waitForPicture } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isDemo: true }))

describe('the demo', () => {
  test('says how to sign in where one signs in, and its bills are typed beside their papers', async () => {
    const page = await daybook.page()
    await openPage(page, '/', 'Sign in')
    await page.getByText('This is the demo').waitFor()
    await page.getByText('daybook-demo', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Fill them in', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(page, 'Today')
    await openPage(page, '/documents', 'Documents')
    await follow(
      page.getByRole('link', { name: /^(Type in|Check|Check or type in) \d+ documents$/ }),
      /\.(pdf|jpg)$/,
    )
    await waitForPicture(page.locator('.paper-page img').first())
    await expectFocus(page.getByLabel('Seller', { exact: true }))
  })

  test('has duplicates to compare by both their papers', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    const answer = await page.request.get('/console/api/documents?duplicate=yes&size=100')
    const { items }: { items: { id: string }[] } = JSON.parse(await answer.text())
    expect(items.length).toBeGreaterThan(5)
    await openPage(page, `/?about=${items[0]?.id}`, 'Today')
    for (const at of [0, 1]) {
      await waitForPicture(page.locator('.pair-paper').nth(at).locator('.paper-page img').first())
    }
  })
})

/** As its sign-in page says. */
const demoOwner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }
