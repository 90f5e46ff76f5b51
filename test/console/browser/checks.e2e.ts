import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { faultsInEveryLook } from './accessibility.ts'
import { fillBill, openDesk, openForm, type Unsynced } from './clerk.ts'
import { member, type Console } from './console.ts'
import { expectSoon, expectValue, follow, openPage } from './waiting.ts'

let daybook: Console
let unsynced: () => Promise<Unsynced[]>

const dayMs = 86_400_000

/** As Indian bills print a day, so many days from now. */
function printedDay(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * dayMs).toISOString().split(/[-T]/)
  return `${day}/${month}/${year}`
}

/** What is typed wrongly, and the word that says so. */
const wrong = [
  { file: 'no-day.pdf', field: 'Bill date', text: '33/11/26', says: 'is no date' },
  { file: 'to-come.pdf', field: 'Bill date', text: printedDay(40), says: 'is in the future' },
  { file: 'letter.pdf', field: 'Rate of line 1', text: '85o8', says: 'is no amount' },
  { file: 'word.pdf', field: 'Quantity of line 1', text: 'ten', says: 'is no quantity' },
] as const

beforeAll(async () => {
  ;({ daybook, unsynced } = await openDesk(wrong.map(({ file }) => file)))
})

afterAll(() => daybook.close())

describe('what is typed and cannot be right', () => {
  test('is said where it stands, and held when it is saved: nothing of it is delivered', async () => {
    const page = await daybook.signedInPage({}, member)
    for (const { file, field, text, says } of wrong) {
      await openForm(page, file)
      await fillBill(page, file)
      await page.getByLabel(field, { exact: true }).fill(text)
      await page.getByText(says).first().waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(`${file} is saved. It is held back: check its values.`).waitFor()
    }
    expect(await fetchedNumbers()).toEqual([])
    await openPage(page, '/documents?state=check', 'Documents')
    await expectSoon(
      () => page.getByText('Check values', { exact: true }).count(),
      wrong.length + 1,
    )
    await openPage(page, '/', 'Today')
    await page
      .getByText(wrong[0]?.says ?? '')
      .first()
      .waitFor()
  })

  test('goes out when it is mended, or when somebody says that it stands so on the paper', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/documents?search=no-day.pdf', 'Documents')
    await follow(page.getByRole('link', { name: /no-day/ }), 'no-day.pdf')
    await page.getByRole('button', { name: 'Check it', exact: true }).click()
    const day = page.getByLabel('Bill date', { exact: true })
    await expectValue(day, '33/11/26')
    await day.fill(printedDay(-3))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('no-day.pdf is saved. It waits to be delivered.').waitFor()
    await openForm(page, 'to-come.pdf')
    await page.getByRole('button', { name: 'It stands so on the paper' }).click()
    await page.getByText('to-come.pdf is saved. It waits to be delivered.').waitFor()
    await openPage(page, '/documents?search=to-come.pdf', 'Documents')
    await follow(page.getByRole('link', { name: /to-come/ }), 'to-come.pdf')
    await page.getByText('Confirmed to stand so on the paper').waitFor()
    await page.getByText(`${member.name} said so`).waitFor()
    expect(await fetchedNumbers()).toEqual(['no-day.pdf', 'to-come.pdf'])
  })
})

test('what was held and what was confirmed can be read by everybody', async () => {
  const page = await daybook.signedInPage({}, member)
  for (const [file, title] of [
    ['letter.pdf', 'Check values'],
    ['to-come.pdf', 'Confirmed to stand so on the paper'],
  ] as const) {
    await openPage(page, `/documents?search=${file}`, 'Documents')
    await follow(page.getByRole('link', { name: new RegExp(file) }), file)
    await page.getByText(title).first().waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
  }
})

/** Of what a program gets. */
async function fetchedNumbers(): Promise<(string | undefined)[]> {
  return (await unsynced()).map(({ invoice_no }) => invoice_no)
}
