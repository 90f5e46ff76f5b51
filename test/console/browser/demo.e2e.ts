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
    await waitForPage(page, 'Home')
    await follow(
      page.getByRole('link', { name: /^(Type in|Check|Check or type in) \d+ documents$/ }),
      /\.(pdf|jpg)$/,
    )
    await waitForPicture(page.locator('.paper-page img').first())
    await expectFocus(page.getByLabel('Seller', { exact: true }))
  })

  test('has duplicates to compare by both their papers', async () => {
    const page = await daybook.signedInPage({}, demoOwner)
    const answer = await page.request.get('/console/api/documents/pairs')
    const { pairs }: { pairs: Pair[] } = JSON.parse(await answer.text())
    const both = pairs.filter(({ kept, other }) => kept.file !== null && other.file !== null)
    expect(both.length).toBeGreaterThan(5)
    await openPage(page, `/documents/duplicates?document=${both[0]?.other.id}`, 'Duplicates')
    for (const at of [0, 1]) {
      await waitForPicture(page.locator('.pair-paper').nth(at).locator('.paper-page img').first())
    }
  })
})

type Pair = Record<'kept' | 'other', { id: string; file: object | null }>

/** As its sign-in page says. */
const demoOwner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }
