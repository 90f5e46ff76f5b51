import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import { expectFocus, expectSoon, expectValue, openPage, pressUntil } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())

describe('categories', () => {
  test('are added, refused at the field, put in order by keyboard, mouse and menu, and deleted after a question', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/categories', 'Categories')
    for (const name of ['Teas', 'Rice', 'Oils']) await addCategory(page, name)
    await addCategory(page, 'Rice', false)
    await page.getByText('There is a category “Rice” already.').waitFor()
    await expectValue(page.getByLabel('Name', { exact: true }), 'Rice')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expectOrder(page, ['Uncategorised', 'Teas', 'Rice', 'Oils'])

    await page.getByRole('button', { name: 'Move Oils', exact: true }).press('Space')
    await page.locator('tr[data-dragging=true]').waitFor()
    await pressUntil(page, 'ArrowUp', page.getByText('Oils is at place 1 of 4.'))
    const carried = page.waitForResponse('**/move')
    await page.keyboard.press('Space')
    await expectOrder(page, ['Oils', 'Uncategorised', 'Teas', 'Rice'])
    await carried

    await dragOver(page, 'Uncategorised', 'Rice', 'Uncategorised is at place 4 of 4.')
    const dragged = page.waitForResponse('**/move')
    await page.mouse.up()
    await expectOrder(page, ['Oils', 'Teas', 'Rice', 'Uncategorised'])
    await dragged

    // Each row is in its new place before the server knows of it.
    const moved = page.waitForResponse('**/move')
    await moveUp(page, 'Teas')
    await expectOrder(page, ['Teas', 'Oils', 'Rice', 'Uncategorised'])
    await moved
    await page.reload()
    await expectOrder(page, ['Teas', 'Oils', 'Rice', 'Uncategorised'])

    // One that is not on the server yet would be lost with the window.
    const held = Promise.withResolvers<void>()
    await page.route('**/move', async (route) => {
      await held.promise
      await route.continue()
    })
    const sent = page.waitForResponse('**/move')
    await moveUp(page, 'Oils')
    const leaving = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await leaving
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    held.resolve()
    await sent
    await expectOrder(page, ['Oils', 'Teas', 'Rice', 'Uncategorised'])

    await page.getByLabel('Actions for Uncategorised', { exact: true }).click()
    // The menu hears no key before it has the focus.
    await expectFocus(page.getByRole('menuitem', { name: 'Edit…', exact: true }))
    expect(await page.getByRole('menuitem', { name: 'Delete…', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByLabel('Actions for Oils', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click()
    await page.getByRole('dialog').getByText('No product is in it.').waitFor()
    await page.getByRole('button', { name: 'Delete the category', exact: true }).click()
    await page.getByText('The category “Oils” is deleted.').waitFor()
    await expectOrder(page, ['Teas', 'Rice', 'Uncategorised'])
    expect(problems).toEqual([])
    await close()
  })

  test('are renamed, and get an image', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/categories', 'Categories')
    await page.getByRole('button', { name: 'Teas', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Teas & coffees')
    await page.locator('input[type=file]').setInputFiles({
      name: 'tea.png',
      mimeType: 'image/png',
      buffer: Buffer.from(onePixel, 'base64'),
    })
    await page.getByRole('button', { name: 'Remove the image', exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Teas & coffees' })
    await row.locator('img').waitFor()
    await row.getByText('teas', { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('that are moved twice in a row come where they were moved to, however late the first answer is', async () => {
    const page = await daybook.signedInPage()
    const late = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/move', async (route) => {
      sent += 1
      if (sent === 1) await late.promise
      await route.continue()
    })
    await openPage(page, '/categories', 'Categories')
    for (const name of ['Spices', 'Soaps']) await addCategory(page, name)
    await expectLast(page, ['Uncategorised', 'Spices', 'Soaps'])
    await moveUp(page, 'Soaps')
    await expectLast(page, ['Uncategorised', 'Soaps', 'Spices'])
    await moveUp(page, 'Soaps')
    await expectLast(page, ['Soaps', 'Uncategorised', 'Spices'])
    await expectSoon(() => Promise.resolve(sent), 1)
    const second = page.waitForResponse((answer) => answer.url().endsWith('/move') && sent === 2)
    late.resolve()
    await second
    await page.reload()
    await expectLast(page, ['Soaps', 'Uncategorised', 'Spices'])
  })
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function addCategory(page: Page, name: string, isGood = true): Promise<void> {
  await page.getByRole('button', { name: 'New category', exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add the category', exact: true }).click()
  if (isGood) await page.getByText(`The category “${name}” is added.`).waitFor()
}

async function moveUp(page: Page, name: string): Promise<void> {
  await page.getByLabel(`Actions for ${name}`, { exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move up', exact: true }).click()
}

/** Drags a row by its handle onto another one, until the page says that it is there. */
async function dragOver(page: Page, name: string, onto: string, sign: string): Promise<void> {
  const handle = page.getByRole('button', { name: `Move ${name}`, exact: true })
  const target = page.getByRole('button', { name: `Move ${onto}`, exact: true })
  await handle.hover()
  await page.mouse.down()
  await target.hover({ force: true, position: { x: 8, y: 8 } })
  // The row goes where the mouse is only once it has begun to move.
  await target.hover({ force: true, position: { x: 8, y: 12 } })
  await page.getByText(sign).waitFor({ state: 'attached' })
}

/** All of them in their order. */
async function expectOrder(page: Page, names: readonly string[]): Promise<void> {
  await expectSoon(() => namesOf(page, names), [...names])
}

/** Those at the end. */
async function expectLast(page: Page, names: readonly string[]): Promise<void> {
  await expectSoon(async () => (await namesOf(page, names)).slice(-names.length), [...names])
}

/** What the rows are called, by these names where they begin with one. */
async function namesOf(page: Page, names: readonly string[]): Promise<string[]> {
  const rows = await page.getByRole('rowheader').allTextContents()
  return rows.map((text) => names.find((name) => text.startsWith(name)) ?? text)
}
