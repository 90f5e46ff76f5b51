import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('categories', () => {
  test(
    'are added, refused at the field, put in order by keyboard, mouse and menu, and deleted after a question',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/categories')
      for (const name of ['Teas', 'Rice', 'Oils']) await addCategory(page, name)
      await addCategory(page, 'Rice', false)
      await page.getByText('There is a category “Rice” already.').waitFor()
      expect(await page.getByLabel('Name').inputValue()).toBe('Rice')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expectOrder(page, ['Uncategorised', 'Teas', 'Rice', 'Oils'])

      await page.getByRole('button', { name: 'Move Oils' }).focus()
      for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) {
        await page.keyboard.press(key)
        // The row is measured anew at each step, a frame later.
        await page.waitForTimeout(100)
      }
      await expectOrder(page, ['Uncategorised', 'Oils', 'Teas', 'Rice'])

      const [handle, target] = await Promise.all(
        ['Move Uncategorised', 'Move Rice'].map((name) =>
          page.getByRole('button', { name }).boundingBox(),
        ),
      )
      await page.mouse.move((handle?.x ?? 0) + 8, (handle?.y ?? 0) + 8)
      await page.mouse.down()
      await page.mouse.move((target?.x ?? 0) + 8, (target?.y ?? 0) + 12, { steps: 12 })
      await page.mouse.up()
      await expectOrder(page, ['Oils', 'Teas', 'Rice', 'Uncategorised'])

      await page.getByLabel('Actions for Teas').click()
      await page.getByRole('menuitem', { name: 'Move up' }).click()
      await expectOrder(page, ['Teas', 'Oils', 'Rice', 'Uncategorised'])
      await page.reload()
      await expectOrder(page, ['Teas', 'Oils', 'Rice', 'Uncategorised'])

      await page.getByLabel('Actions for Uncategorised').click()
      expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByLabel('Actions for Oils').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByText('No product is in it.').waitFor()
      await page.getByRole('button', { name: 'Delete the category' }).click()
      await page.getByText('The category “Oils” is deleted.').waitFor()
      await expectOrder(page, ['Teas', 'Rice', 'Uncategorised'])
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'are renamed, and get an image',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/categories')
      await page.getByRole('button', { name: 'Teas', exact: true }).click()
      await page.getByLabel('Name').fill('Teas & coffees')
      await page.locator('input[type=file]').setInputFiles({
        name: 'tea.png',
        mimeType: 'image/png',
        buffer: Buffer.from(onePixel, 'base64'),
      })
      await page.getByRole('button', { name: 'Remove the image' }).waitFor()
      expect(await seriousViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Teas & coffees' })
      await row.locator('img').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      expect(await row.textContent()).toContain('teas')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function addCategory(page: Page, name: string, isGood = true): Promise<void> {
  await page.getByRole('button', { name: 'New category' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Add the category' }).click()
  if (isGood) await page.getByText(`The category “${name}” is added.`).waitFor()
}

/** The names of the rows, once they are these. */
async function expectOrder(page: Page, names: readonly string[]): Promise<void> {
  const [first = ''] = names
  await page.getByRole('row').nth(1).filter({ hasText: first }).waitFor()
  const rows = await page.getByRole('rowheader').allTextContents()
  expect(rows.map((text) => names.find((name) => text.startsWith(name)))).toEqual([...names])
}
