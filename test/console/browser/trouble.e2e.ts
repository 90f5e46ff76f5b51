import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'
import { expectFocus, expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('when Daybook does not answer', () => {
  test(
    'a list is there by itself once Daybook answers again',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.route('**/console/api/**', (route) => route.abort())
      await page.route('**/console/api/state', (route) => route.continue(), { times: 1 })
      await page.goto('/keys')
      await page.getByText('Daybook does not answer.').waitFor()
      await page.unroute('**/console/api/**')
      await page.getByText('No keys yet').waitFor()
      await close()
    },
    browserLimitMs,
  )

  test(
    'the first page is there by itself too',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.route('**/console/api/state', (route) => route.abort())
      await page.goto('/keys')
      await page.getByText('Daybook does not answer.').waitFor()
      await page.unroute('**/console/api/state')
      await page.getByText('No keys yet').waitFor()
      await close()
    },
    browserLimitMs,
  )

  test(
    'a list says so, and is there after another try',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await page.route('**/console/api/keys?*', (route) => route.abort())
      await page.goto('/keys')
      await page.getByText('Daybook does not answer.').waitFor()
      await page.unroute('**/console/api/keys?*')
      await page.getByRole('button', { name: 'Try again', exact: true }).click()
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
      await page.getByRole('button', { name: 'Try again', exact: true }).click()
      await page.getByText('No keys yet').waitFor()
      await close()
    },
    browserLimitMs,
  )

  test(
    'a form keeps what was typed',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await openPage(page, '/keys', 'API keys')
      await page.getByRole('button', { name: 'New key', exact: true }).first().click()
      await page.getByLabel('Name', { exact: true }).fill('Tally')
      await page.getByLabel('Scan export', { exact: true }).check()
      await page.route('**/console/api/keys', (route) => route.abort())
      await page.getByRole('button', { name: 'Make the key', exact: true }).click()
      await page.getByRole('dialog').getByText('Daybook does not answer.').waitFor()
      await expectValue(page.getByLabel('Name', { exact: true }), 'Tally')
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
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'the next page begins where it begins for everybody',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      await openPage(page, '/keys', 'API keys')
      await page.getByRole('button', { name: 'Asha Rao', exact: true }).press('Enter')
      await page.locator('[role=menuitem]:focus').waitFor()
      await page.keyboard.press('Enter')
      await waitForPage(page, 'Your account')
      await page.locator('main:focus').waitFor()
      await expectSoon(() => page.title(), 'Your account · Daybook')
      await close()
    },
    browserLimitMs,
  )
})
