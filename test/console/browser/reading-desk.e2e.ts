import { describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import { addFile, printedPdf, stateWhenRead } from './printed-bills.ts'
import { expectFocus, expectSoon, follow, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isReading: true, withMember: true }))

/** A window of the clerk at the list of documents. */
async function atDocuments(look = {}) {
  const visit = await daybook.visitSignedIn(look, member)
  await openPage(visit.page, '/documents', 'Documents')
  return visit
}

/** Adds a bill of which two values are doubtful, and opens its form. */
async function addDoubtful(page: Page, name: string, number: string): Promise<string> {
  const id = await addFile(page, printedPdf(name, { number, state: 'Karnataka' }))
  expect(await stateWhenRead(page, id)).toBe('check')
  return id
}

const seen = (page: Page) => page.locator('.paper-said').textContent()

describe('a clerk who checks what was read', () => {
  test('goes on to the next document and comes back to what was accepted before', async () => {
    const { page, problems, close } = await atDocuments()
    await addDoubtful(page, 'first.pdf', 'K#1')
    await addDoubtful(page, 'second.pdf', 'K#2')
    await openPage(page, '/documents', 'Documents')
    await follow(page.getByRole('link', { name: 'Check 2 documents' }), 'first.pdf')
    await expectFocus(page.getByLabel('GSTIN', { exact: true }))
    await page.keyboard.press('Enter')
    await page.getByText('1 value to check').waitFor()
    await page.keyboard.press('Alt+n')
    await waitForPage(page, 'second.pdf')
    await page.getByText('2 values to check').waitFor()
    await page.keyboard.press('Alt+p')
    await waitForPage(page, 'first.pdf')
    await page.getByText('1 value to check').waitFor()
    await expectFocus(page.getByLabel('Bill number', { exact: true }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await waitForPage(page, 'second.pdf')
    await page.getByText('first.pdf is saved. It waits to be delivered.').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('hears of a field how it was read, also of a cell of the lines', async () => {
    const { page, problems, close } = await atDocuments()
    const id = await addDoubtful(page, 'heard.pdf', 'H#1')
    await openPage(page, `/documents/${id}?edit=true`, 'heard.pdf')
    const gstin = page.getByLabel('GSTIN', { exact: true })
    const isHeardWhole = async () => {
      const [doubt, ...more] = await describedBy(gstin)
      return doubt?.includes('Karnataka is printed') === true && more.at(-1) === fromText
    }
    await expectSoon(isHeardWhole, true)
    const amount = page.getByLabel('Amount of line 2', { exact: true })
    await amount.focus()
    await expectSoon(() => describedBy(amount), [fromText])
    await expectSoon(async () => (await describedBy(gstin)).includes(fromText), false)
    expect(problems).toEqual([])
    await close()
  })

  test('is shown each cell of the lines on the paper, by mouse and by arrow keys', async () => {
    const { page, problems, close } = await atDocuments()
    const id = await addDoubtful(page, 'cells.pdf', 'C#1')
    await openPage(page, `/documents/${id}`, 'cells.pdf')
    // What was read comes after the document: until then a cell hears no mouse.
    await page.locator('[data-explained]').first().waitFor()
    await page.getByRole('cell', { name: '780', exact: true }).hover()
    await expectSoon(() => seen(page), `Amount of line 2: ${fromText}`)
    await page.locator('.paper-spot').waitFor()
    // A cell that is scrolled below the mouse would be shown in place of the one with the focus.
    await page.mouse.move(0, 0)
    await page.getByRole('cell', { name: 'Sugar 1 kg', exact: true }).focus()
    await expectSoon(() => seen(page), `Item of line 1: ${fromText}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expectSoon(() => seen(page), `HSN of line 2: ${fromText}`)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expectSoon(() => seen(page), `HSN of line 1: ${fromText}`)
    expect(await faultsInEveryLook(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  test('accepts doubts on a phone without its keyboard: the next one is shown on the paper', async () => {
    const { page, problems, close } = await atDocuments({ width: 390, isTouched: true })
    const id = await addDoubtful(page, 'phone.pdf', 'P#1')
    await openPage(page, `/documents/${id}?edit=true`, 'phone.pdf')
    await expectSoon(() => seen(page), `GSTIN: ${fromText}`)
    // What is said leads to its field; the keyboard comes up when somebody taps the value itself.
    await page.getByRole('button', { name: /^Bill number:/ }).tap()
    await expectSoon(() => seen(page), `Bill number: ${fromText}`)
    const number = page.getByLabel('Bill number', { exact: true })
    await expectSoon(() => isInSight(number), true)
    await expectSoon(() => page.evaluate(() => document.activeElement?.tagName), 'DIV')
    await number.tap()
    await expectFocus(number)
    await page.getByRole('button', { name: /^It is right: State:/ }).tap()
    await page.getByText('1 value to check').waitFor()
    await expectSoon(() => seen(page), `Bill number: ${fromText}`)
    await page.locator('.paper-spot').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
    await page.getByRole('button', { name: /^It is right: Bill number:/ }).tap()
    await page.getByText('All that was doubtful is checked.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).tap()
    await page.getByText('phone.pdf is saved. It waits to be delivered.').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})

/** Whether a field is between the paper above it and the bar below. */
async function isInSight(field: Locator): Promise<boolean> {
  return await field.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === node
  })
}

const fromText = 'Read from the text of the PDF, page 1'

/** What a field is described by, one after the other. */
async function describedBy(field: Locator): Promise<string[]> {
  return await field.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .filter((text) => text !== ''),
  )
}

test('while reading is switched off, reading it again is not offered', async () => {
  const clerk = await atDocuments()
  const id = await addDoubtful(clerk.page, 'off.pdf', 'O#1')
  await openPage(clerk.page, `/documents/${id}`, 'off.pdf')
  const more = clerk.page.getByRole('button', { name: 'More', exact: true })
  const again = clerk.page.getByRole('menuitem', { name: 'Read it again', exact: true })
  await more.click()
  await again.waitFor()
  const { page, problems, close } = await daybook.visitSignedIn({}, owner)
  await openPage(page, '/settings?section=reading', 'Settings')
  await page.getByRole('switch', { name: /^Read what comes in/ }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. What is read from now on goes by it.').waitFor()
  await openPage(clerk.page, `/documents/${id}`, 'off.pdf')
  await more.click()
  await clerk.page.getByRole('menuitem', { name: 'Remove it…', exact: true }).waitFor()
  expect(await again.count()).toBe(0)
  expect([...problems, ...clerk.problems]).toEqual([])
  await clerk.close()
  await close()
})
