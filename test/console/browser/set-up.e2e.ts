import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openConsole, owner, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole({ isEmpty: true })
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('setting Daybook up in the browser', () => {
  test(
    'needs the link, or the code',
    async () => {
      const { page, problems, close } = await daybook.visit()
      await page.goto('/keys')
      await page.getByLabel('Set-up code').fill('WRNG-2345')
      expect(new URL(page.url()).pathname).toBe('/set-up')
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('alert').getByText('is wrong, was used').waitFor()
      expect(await page.getByLabel('Name of the shop').count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'keeps what was typed, says what is wrong at its field, and ends with the owner signed in',
    async () => {
      const { page, problems, close } = await daybook.visit()
      await page.goto(daybook.setUpUrl ?? '')
      await page.getByLabel('Name of the shop').fill('Sharma General Stores')
      // The token is a secret: it must not stay in the address.
      expect(page.url()).toBe(`${daybook.url}/set-up`)
      await page.getByLabel('GSTIN').fill('27AAAAA0000A1Z9')
      await page.getByLabel('Your name').fill(owner.name)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill('password12')
      const choices = page.getByRole('radio')
      expect(
        await choices.evaluateAll((inputs) => inputs.map((input) => input.matches(':checked'))),
      ).toEqual([false, false])

      const setUp = page.getByRole('button', { name: 'Set up' })
      await setUp.click()
      await page.getByText('Choose one of the two.').waitFor()
      await page.getByLabel('Yes, other computers too').check()
      await setUp.click()
      await page.getByText('is not a GSTIN').waitFor()
      expect(
        await page.getByLabel('GSTIN').evaluate((field) => field === document.activeElement),
      ).toBe(true)
      expect(await page.getByLabel('E-mail').inputValue()).toBe(owner.email)
      await page.getByLabel('GSTIN').fill('')
      await setUp.click()
      await page.getByText('among the first that anybody would try').waitFor()
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await setUp.click()

      await page.getByRole('heading', { name: 'Daybook is set up' }).waitFor()
      const address = (await page.locator('.copyable').first().textContent()) ?? ''
      expect(address).toMatch(/^http:\/\/[\w-]+\.local:\d+$/)
      await page.getByRole('button', { name: 'Open Daybook' }).click()
      await page.getByText('Nothing needs you now').waitFor()
      expect(await page.getByRole('banner').textContent()).toContain('Sharma General Stores')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is done once',
    async () => {
      const { page, close } = await daybook.visit()
      await page.goto(daybook.setUpUrl ?? '')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await close()
    },
    browserLimitMs,
  )
})
