import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { member, openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'
import { openPage } from './waiting.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole({ withMember: true })
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('credits', () => {
  test(
    'are granted and corrected by an owner, with a note',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await openPage(page, '/credits', 'Credits')
      await page.getByText('No entries yet').waitFor()
      await page.getByRole('button', { name: 'Enter credits', exact: true }).first().click()
      await page.getByRole('button', { name: 'Grant', exact: true }).click()
      await page.getByText('Say what they are for.').waitFor()
      await page.getByLabel('Credits', { exact: true }).fill('150000')
      await page.getByLabel('Note', { exact: true }).fill('Plan of November')
      await page.getByRole('button', { name: 'Grant', exact: true }).click()
      await page.getByText('The balance is 1,50,000 now.').waitFor()
      await page.getByRole('row').filter({ hasText: 'Plan of November' }).waitFor()

      await page.getByRole('button', { name: 'Enter credits', exact: true }).click()
      await page.getByLabel('A correction', { exact: true }).check()
      await page.getByLabel('Credits', { exact: true }).fill('-50000')
      await page.getByLabel('Note', { exact: true }).fill('Granted too many')
      await page.getByRole('button', { name: 'Correct', exact: true }).click()
      const row = page.getByRole('row').filter({ hasText: 'Granted too many' })
      await row.getByText('−50,000').waitFor()
      await page.getByText('1,00,000', { exact: true }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'are only looked at by a member',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn({}, member)
      await openPage(page, '/credits', 'Credits')
      await page.getByText('1,00,000', { exact: true }).waitFor()
      await page.getByText('You have used none yet').waitFor()
      expect(await page.getByRole('button', { name: 'Enter credits', exact: true }).count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})
