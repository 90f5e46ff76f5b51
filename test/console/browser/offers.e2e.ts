import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

test(
  'an offer is added, is shown to customers by its dates, is switched off, and deleted after a question',
  async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await page.goto('/offers')
    await page.getByText('No offers yet').waitFor()
    await page.getByRole('button', { name: 'New offer' }).first().click()
    await page.getByRole('button', { name: 'Add the offer' }).click()
    await page.getByText('Give the offer a title.').waitFor()
    await page.getByLabel('Title').fill('Pongal sale')
    await page.getByLabel('Per cent').fill('10')
    await page.getByLabel('First day').fill('14/01/2037')
    await page.getByLabel('Last day').fill('10/01/2037')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Add the offer' }).click()
    await page.getByText('The last day is before the first one.').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Pongal sale')
    await page.getByLabel('Last day').fill('18/01/2037')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Add the offer' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Pongal sale' })
    await row.getByText('Scheduled').waitFor()
    expect(await row.textContent()).toContain('from 14 Jan 2037until 18 Jan 2037')
    expect(await row.textContent()).toContain('10% off')

    await row.getByRole('button', { name: 'Pongal sale', exact: true }).click()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel('Shown to customers').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Switched off').waitFor()
    expect(await seriousViolations(page)).toEqual([])

    await page.getByLabel('Actions for Pongal sale').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the offer' }).click()
    await page.getByText('No offers yet').waitFor()
    expect(problems).toEqual([])
    await close()
  },
  browserLimitMs,
)
