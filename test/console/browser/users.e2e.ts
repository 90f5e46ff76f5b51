import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openConsole } from './console.ts'
import { copyable, expectSoon, expectValue, follow, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const password = 'purple kettle sunday'

const daybook = untilEnd(await openConsole())

describe('a user', () => {
  test('is invited, chooses a password by the link, and sees what a clerk may see', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/users', 'Users')
    await page.getByRole('button', { name: 'Invite somebody', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
    await page.getByLabel('E-mail', { exact: true }).fill('asha@sharma.example')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('Choose at least one.').waitFor()
    await page.getByLabel('Clerk', { exact: true }).check()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('There is a user asha@sharma.example already.').waitFor()
    await expectValue(page.getByLabel('Name', { exact: true }), 'Ravi Kumar')
    await page.getByLabel('E-mail', { exact: true }).fill('ravi@sharma.example')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await copyable(page, 'http')
    await page.getByRole('button', { name: 'I have handed it over', exact: true }).click()
    await rowOf(page, 'Ravi Kumar').getByText('Has not chosen a password yet').waitFor()
    await expectSoon(async () => (await page.content()).includes(link), false)
    expect(problems).toEqual([])
    await close()

    const theirs = await daybook.visit()
    await theirs.page.goto(link)
    await theirs.page.getByText('Welcome to Sharma General Stores, Ravi Kumar').waitFor()
    // The token is a secret: it must not stay in the address.
    await theirs.page.waitForURL(`${daybook.url}/choose-password`)
    const field = theirs.page.getByLabel('Password', { exact: true })
    await field.fill('short')
    await theirs.page.getByRole('button', { name: 'Save and sign in', exact: true }).click()
    await theirs.page.getByText('must have 10 to 200 characters').waitFor()
    await field.fill(password)
    await theirs.page.getByRole('button', { name: 'Save and sign in', exact: true }).click()
    await pagesOf(theirs.page).getByRole('link', { name: 'API keys', exact: true }).waitFor()
    expect(
      await pagesOf(theirs.page).getByRole('link', { name: 'Users', exact: true }).count(),
    ).toBe(0)
    expect(theirs.problems).toEqual([])
    await theirs.close()
  })

  test('gets a new password by a code after a reset, and is signed out meanwhile', async () => {
    const who = { email: 'ravi@sharma.example', password }
    const theirs = await daybook.visitSignedIn({}, who)
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/users', 'Users')
    await choose(page, 'Ravi Kumar', 'Reset the password…')
    await page.getByRole('dialog').getByText('signed out everywhere').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Reset the password', exact: true })
      .click()
    await page.getByText('It is shown only this once').waitFor()
    const code = await copyable(page, '[2-9A-Z]{4}-')
    await page.getByRole('button', { name: 'I have handed it over', exact: true }).click()

    await theirs.page.goto('/account')
    await waitForPage(theirs.page, 'Sign in')
    const choosing = { name: 'Choose your password', exact: true }
    await follow(theirs.page.getByRole('link', choosing), 'Choose your password')
    await theirs.page.getByLabel('Code', { exact: true }).fill('WRNG-2345')
    await theirs.page.getByRole('button', { name: 'Go on', exact: true }).click()
    await theirs.page.getByText('is wrong, was used').waitFor()
    await theirs.page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
    await theirs.page.getByRole('button', { name: 'Go on', exact: true }).click()
    await theirs.page.getByLabel('Password', { exact: true }).fill(`${password} again`)
    await theirs.page.getByRole('button', { name: 'Save and sign in', exact: true }).click()
    await pagesOf(theirs.page).getByRole('link', { name: 'API keys', exact: true }).waitFor()
    expect([...problems, ...theirs.problems]).toEqual([])
    await theirs.close()
    await close()
  })

  test('works at the counter too, becomes an owner, is deactivated and let in again; the last owner stays one', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/users', 'Users')
    await choose(page, 'Asha Rao', 'Roles…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Owner', { exact: true }).uncheck()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByLabel('Clerk', { exact: true }).check()
    await dialog.getByText('You will not be an owner any more.').waitFor()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByText('asha@sharma.example is the only owner').waitFor()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

    await choose(page, 'Ravi Kumar', 'Roles…')
    await dialog.getByLabel('Counter', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await rowOf(page, 'Ravi Kumar').getByText('Counter and clerk', { exact: true }).waitFor()
    await choose(page, 'Ravi Kumar', 'Roles…')
    await dialog.getByLabel('Owner', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await rowOf(page, 'Ravi Kumar').getByText('Owner', { exact: true }).waitFor()

    await choose(page, 'Ravi Kumar', 'Deactivate…')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByText('Ravi Kumar is deactivated').waitFor()
    await page.getByText('Deactivated', { exact: true }).click()
    await choose(page, 'Ravi Kumar', 'Let in again…')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Let in again', exact: true })
      .click()
    await page.getByText('It is shown only this once').waitFor()
    await page.getByRole('button', { name: 'I have handed it over', exact: true }).click()
    await page.getByText('Nobody is deactivated').waitFor()
  })
})

/** The navigation. */
function pagesOf(page: Page) {
  return page.getByRole('navigation', { name: 'Pages' })
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByLabel(`Actions for ${name}`, { exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
