import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openConsole, owner } from './console.ts'
import { copyable, expectFocus, expectValue, follow, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isEmpty: true }))

describe('setting Daybook up in the browser', () => {
  test('needs the link, or the code', async () => {
    const page = await daybook.page()
    await page.goto('/keys')
    await page.getByLabel('Set-up code', { exact: true }).fill('WRNG-2345')
    await page.waitForURL('/set-up')
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByText('is wrong, was used').waitFor()
    expect(await page.getByLabel('Name of the shop', { exact: true }).count()).toBe(0)
  })

  test('keeps what was typed, says what is wrong at its field, and ends with the owner signed in', async () => {
    const page = await daybook.page()
    await page.goto(daybook.setUpUrl ?? '')
    await page.getByLabel('Name of the shop', { exact: true }).fill('Sharma General Stores')
    // The token is a secret: it must not stay in the address.
    await page.waitForURL(`${daybook.url}/set-up`)
    await page.getByLabel('GSTIN (optional)', { exact: true }).fill('27AAAAA0000A1Z9')
    await page.getByLabel('Your name', { exact: true }).fill(owner.name)
    await page.getByLabel('E-mail', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('password12')
    await page.getByText('Too easy to guess').waitFor()
    const choices = page.getByRole('radio')
    expect(
      await choices.evaluateAll((inputs) => inputs.map((input) => input.matches(':checked'))),
    ).toEqual([false, false])

    const setUp = page.getByRole('button', { name: 'Set up', exact: true })
    await setUp.click()
    await page.getByText('Choose one of the two.').waitFor()
    await page.getByLabel('Yes, other computers too', { exact: true }).check()
    await setUp.click()
    await page.getByText('is not a GSTIN').waitFor()
    await expectFocus(page.getByLabel('GSTIN (optional)', { exact: true }))
    await expectValue(page.getByLabel('E-mail', { exact: true }), owner.email)
    await page.getByLabel('GSTIN (optional)', { exact: true }).fill('')
    await setUp.click()
    await page.getByText('among the first that anybody would try').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByText('Very good').waitFor()
    await setUp.click()

    await waitForPage(page, 'Daybook is set up')
    const address = await copyable(page, 'http', 0)
    expect(address).toMatch(/^http:\/\/[\w-]+\.local:\d+$/)
    await page.getByRole('button', { name: 'Open Daybook', exact: true }).click()
    await waitForPage(page, 'Today')
    await page.getByText('First steps', { exact: true }).waitFor()
    await page.getByRole('banner').getByText('Sharma General Stores').waitFor()
  })

  test('is done once: the used link leads to signing in, and the first key works at once', async () => {
    const page = await daybook.page()
    await page.goto(daybook.setUpUrl ?? '')
    await waitForPage(page, 'Sign in')
    expect(await setUpStatus(page)).toBe(409)
    await page.getByLabel('E-mail', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(page, 'Today')

    const navigation = page.getByRole('navigation', { name: 'Pages' })
    await follow(navigation.getByRole('link', { name: 'API keys', exact: true }), 'API keys')
    await page.getByRole('button', { name: 'New key', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Tally at the counter')
    await page.getByLabel('Document export', { exact: true }).check()
    await page.getByLabel('Only mine', { exact: true }).check()
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    const key = await copyable(page, 'dbk_')
    const [, address = ''] = /"(http[^"]+)"/.exec(await copyable(page, 'curl ')) ?? []
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(address, { headers })
    expect([answer.status, await answer.json()]).toMatchObject([200, { items: [] }])
  })
})

/** What the server answers to the used link, sent once more with another owner. */
async function setUpStatus(page: Page): Promise<number> {
  const code = new URL(daybook.setUpUrl ?? '').hash.slice(1)
  const answer = await page.request.post('/console/api/set-up', {
    headers: { origin: daybook.url },
    data: {
      code,
      organisation: 'Another shop',
      name: 'Mallory',
      email: 'mallory@example.com',
      password: 'violet kettle 9',
      network: 'this computer',
    },
  })
  return answer.status()
}
