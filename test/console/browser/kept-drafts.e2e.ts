import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fillBill, openDesk, openForm, waitForQueue } from './clerk.ts'
import { member, type Console } from './console.ts'
import { expectSoon, expectValue, waitForPage } from './waiting.ts'

let daybook: Console

const waiting = Array.from({ length: 5 }, (_, index) => `paper-${index}.png`)

beforeAll(async () => {
  ;({ daybook } = await openDesk(waiting))
})

afterAll(() => daybook.close())

describe('what is typed and not saved', () => {
  test('is found again, and Escape asks before the form is left', async () => {
    const first = await daybook.visitSignedIn({}, member)
    await openForm(first.page, 'paper-0.png')
    await first.page.getByLabel('Bill number', { exact: true }).fill('KEPT-1')
    await first.page.keyboard.press('Escape')
    await first.page.getByRole('dialog').getByText('It is kept in this browser').waitFor()
    await first.page.getByRole('button', { name: 'Stay', exact: true }).click()
    await expectSoon(
      () => first.page.evaluate(() => JSON.stringify(window.localStorage).includes('KEPT-1')),
      true,
    )
    const again = await first.page.context().newPage()
    await openForm(again, 'paper-0.png')
    await again.getByText('You typed this on').waitFor()
    await expectValue(again.getByLabel('Bill number', { exact: true }), 'KEPT-1')
    await again.getByRole('button', { name: 'Throw it away', exact: true }).click()
    await expectValue(again.getByLabel('Bill number', { exact: true }), '')
    expect(first.problems).toEqual([])
    await first.close()
  })

  test('is asked about when somebody saved the document elsewhere meanwhile', async () => {
    const { page, problems, close } = await daybook.visitSignedIn({}, member)
    await openForm(page, 'paper-1.png')
    await page.getByLabel('Bill number', { exact: true }).fill('MINE')
    await expectSoon(
      () => page.evaluate(() => JSON.stringify(window.localStorage).includes('MINE')),
      true,
    )
    const owners = await daybook.visitSignedIn()
    await openForm(owners.page, 'paper-1.png')
    await fillBill(owners.page, 'THEIRS')
    await owners.page.getByRole('button', { name: 'Save', exact: true }).click()
    await owners.page.getByText('paper-1.png is saved.').waitFor()
    await owners.close()

    const again = await page.context().newPage()
    await again.goto(page.url())
    await again.getByText('It was changed meanwhile').waitFor()
    await again.getByRole('button', { name: 'Go on with mine', exact: true }).click()
    await expectValue(again.getByLabel('Bill number', { exact: true }), 'MINE')
    await again.getByRole('button', { name: 'Throw it away', exact: true }).click()
    await expectValue(again.getByLabel('Bill number', { exact: true }), 'THEIRS')
    expect(problems).toEqual([])
    await close()
  })

  test('stays with its document when one goes to another of the queue', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-2.png')
    await page.getByLabel('Bill number', { exact: true }).fill('HALF')
    await waitForQueue(page)
    await page.keyboard.press('Alt+n')
    await waitForPage(page, 'paper-3.png')
    await expectValue(page.getByLabel('Bill number', { exact: true }), '')
    await page.keyboard.press('Alt+p')
    await waitForPage(page, 'paper-2.png')
    await expectValue(page.getByLabel('Bill number', { exact: true }), 'HALF')
  })

  test('is saved after signing in over the form, when the session has ended', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-4.png')
    await page.getByLabel('Bill number', { exact: true }).fill('LATE-1')
    // Not before it is saved: what else is asked for would bring the dialogue, and the keys would be pressed in it.
    await page.route(
      '**/correct',
      async (route) => {
        await page.context().clearCookies()
        await route.fallback()
      },
      { times: 1 },
    )
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await dialog.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByText('paper-4.png is saved.').waitFor()
  })
})
