import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('when Daybook does not answer', () => {
  test(
    'a list says so, and is there after another try',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.route('**/console/api/keys?*', (route) => route.abort())
      await page.goto('/keys')
      await page.getByText('Daybook does not answer.').waitFor()
      await page.unroute('**/console/api/keys?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('No keys yet').waitFor()
      await close()
    },
    browserLimitMs,
  )

  test(
    'the first page says so too',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.route('**/console/api/state', (route) => route.abort())
      await page.goto('/keys')
      await page.getByText('Daybook does not answer.').waitFor()
      await page.unroute('**/console/api/state')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('No keys yet').waitFor()
      await close()
    },
    browserLimitMs,
  )

  test(
    'a form keeps what was typed',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await page.getByRole('button', { name: 'New key' }).first().click()
      await page.getByLabel('Name').fill('Tally')
      await page.getByLabel('Scan export').check()
      await page.route('**/console/api/keys', (route) => route.abort())
      await page.getByRole('button', { name: 'Make the key' }).click()
      await page.getByRole('dialog').getByText('Daybook does not answer.').waitFor()
      expect(await page.getByLabel('Name').inputValue()).toBe('Tally')
      await close()
    },
    browserLimitMs,
  )
})

describe('by keyboard alone', () => {
  test(
    'the navigation can be skipped, and a dialogue gives the focus back',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await page.getByText('No keys yet').waitFor()
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      expect(await focused.textContent()).toBe('Skip to the page')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await focused.textContent()).toBe('New key')
      await page.keyboard.press('Enter')
      await page.getByLabel('Name').waitFor()
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.locator('button:focus', { hasText: 'New key' }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'the next page begins where it begins for everybody',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.goto('/keys')
      await page.getByRole('button', { name: 'Asha Rao' }).press('Enter')
      await page.locator('[role=menuitem]:focus').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      await page.locator('main:focus').waitFor()
      expect(await page.title()).toBe('Your account · Daybook')
      await close()
    },
    browserLimitMs,
  )
})
