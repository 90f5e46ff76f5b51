import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

const password = 'purple kettle sunday'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('a user', () => {
  test(
    'is invited, chooses a password by the link, and sees what a member may see',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/users')
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      await page.getByLabel('Name').fill('Ravi Kumar')
      await page.getByLabel('E-mail').fill('asha@sharma.example')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('Choose one of the two.').waitFor()
      await page.getByLabel('Member').check()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByText('There is a user asha@sharma.example already.').waitFor()
      expect(await page.getByLabel('Name').inputValue()).toBe('Ravi Kumar')
      await page.getByLabel('E-mail').fill('ravi@sharma.example')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const link = await shown(page, 'http')
      await page.getByRole('button', { name: 'I have handed it over' }).click()
      await rowOf(page, 'Ravi Kumar').getByText('Has not chosen a password yet').waitFor()
      expect(await page.content()).not.toContain(link)
      expect(problems).toEqual([])
      await close()

      const theirs = await daybook.visit()
      await theirs.page.goto(link)
      await theirs.page.getByText('Welcome to Sharma General Stores, Ravi Kumar').waitFor()
      // The token is a secret: it must not stay in the address.
      expect(theirs.page.url()).toBe(`${daybook.url}/choose-password`)
      const field = theirs.page.getByLabel('Password', { exact: true })
      await field.fill('short')
      await theirs.page.getByRole('button', { name: 'Save and sign in' }).click()
      await theirs.page.getByText('must have 10 to 200 characters').waitFor()
      await field.fill(password)
      await theirs.page.getByRole('button', { name: 'Save and sign in' }).click()
      await pagesOf(theirs.page).getByRole('link', { name: 'API keys' }).waitFor()
      expect(await pagesOf(theirs.page).getByRole('link', { name: 'Users' }).count()).toBe(0)
      expect(theirs.problems).toEqual([])
      await theirs.close()
    },
    browserLimitMs,
  )

  test(
    'gets a new password by a code after a reset, and is signed out meanwhile',
    async () => {
      const who = { email: 'ravi@sharma.example', password }
      const theirs = await daybook.visitSignedIn({}, who)
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/users')
      await choose(page, 'Ravi Kumar', 'Reset the password')
      await page.getByRole('dialog').getByText('signed out everywhere').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Reset the password' }).click()
      await page.getByText('It is shown only this once').waitFor()
      const code = await shown(page, '[2-9A-Z]{4}-')
      await page.getByRole('button', { name: 'I have handed it over' }).click()

      await theirs.page.goto('/account')
      await theirs.page.getByRole('link', { name: 'Choose your password' }).click()
      await theirs.page.getByLabel('Code').fill('WRNG-2345')
      await theirs.page.getByRole('button', { name: 'Go on' }).click()
      await theirs.page.getByRole('alert').getByText('is wrong, was used').waitFor()
      await theirs.page.getByLabel('Code').fill(code.toLowerCase())
      await theirs.page.getByRole('button', { name: 'Go on' }).click()
      await theirs.page.getByLabel('Password', { exact: true }).fill(`${password} again`)
      await theirs.page.getByRole('button', { name: 'Save and sign in' }).click()
      await pagesOf(theirs.page).getByRole('link', { name: 'API keys' }).waitFor()
      expect([...problems, ...theirs.problems]).toEqual([])
      await theirs.close()
      await close()
    },
    browserLimitMs,
  )

  test(
    'becomes an owner, is deactivated and let in again; the last owner stays one',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/users')
      await choose(page, 'Asha Rao', 'Make a member')
      await page.getByRole('dialog').getByRole('button', { name: 'Make a member' }).click()
      await page.getByText('asha@sharma.example is the only owner').waitFor()

      await choose(page, 'Ravi Kumar', 'Make an owner')
      await page.getByRole('dialog').getByRole('button', { name: 'Make an owner' }).click()
      await rowOf(page, 'Ravi Kumar').getByText('Owner', { exact: true }).waitFor()

      await choose(page, 'Ravi Kumar', 'Deactivate')
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
      await page.getByText('Ravi Kumar is deactivated').waitFor()
      await page.getByText('Deactivated', { exact: true }).click()
      await choose(page, 'Ravi Kumar', 'Let in again')
      await page.getByRole('dialog').getByRole('button', { name: 'Let in again' }).click()
      await page.getByText('It is shown only this once').waitFor()
      await page.getByRole('button', { name: 'I have handed it over' }).click()
      await page.getByText('Nobody is deactivated').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

/** The navigation. */
function pagesOf(page: Page) {
  return page.getByRole('navigation', { name: 'Pages' })
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByLabel(`Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The text that the page shows to be copied, by its beginning. */
async function shown(page: Page, beginning: string): Promise<string> {
  const text = page.locator('.copyable').filter({ hasText: new RegExp(`^${beginning}`) })
  return (await text.textContent()) ?? ''
}
