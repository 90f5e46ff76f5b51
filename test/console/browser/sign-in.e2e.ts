import { describe, expect, test } from 'bun:test'
import { violationsOf } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import {
  expectFocus,
  expectInAddress,
  expectSoon,
  expectValue,
  openPage,
  waitForPage,
} from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ withMember: true }))

describe('signing in', () => {
  test('says that it did not work, keeps the e-mail address, and leads back to the page that was asked for', async () => {
    const page = await daybook.page()
    await page.goto('/account')
    await page.getByLabel('E-mail', { exact: true }).fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    await expectValue(page.getByLabel('E-mail', { exact: true }), member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await waitForPage(page, 'Your account')
    await page.getByText(`${member.email}. Your role: Clerk.`).waitFor()
  })

  test('never leads to an address outside', async () => {
    const page = await daybook.signedInPage()
    for (const back of ['//example.com', 'https://example.com', '/\\example.com']) {
      await page.goto(`/sign-in?back=${encodeURIComponent(back)}`)
      await waitForPage(page, 'Today')
    }
  })

  test('as somebody else in another tab is told on the page that was open before, without loading it', async () => {
    const { page, problems, answered, close } = await daybook.visit()
    const signInAs = async (tab: typeof page, { email, password }: typeof owner) => {
      await tab.goto('/sign-in')
      await tab.getByLabel('E-mail', { exact: true }).fill(email)
      await tab.getByLabel('Password', { exact: true }).fill(password)
      await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
      await waitForPage(tab, 'Today')
    }
    await signInAs(page, owner)
    // What it asked for would be refused once its session has gone.
    await page.getByText('First steps', { exact: true }).waitFor()
    await answered()
    const tab = await page.context().newPage()
    // What the page asks for by itself meanwhile waits until somebody is signed in again.
    const signedIn = Promise.withResolvers<void>()
    await page.route('**/console/api/**', async (route) => {
      await signedIn.promise
      await route.continue()
    })
    await page.context().clearCookies()
    await signInAs(tab, member)
    signedIn.resolve()
    const dialog = page.getByRole('dialog', { name: 'Somebody else is signed in now' })
    await dialog.getByText(member.email).waitFor()
    await page.bringToFront()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: `Go on as ${member.name}`, exact: true }).click()
    await waitForPage(page, 'Today')
    await expectSoon(() => dialog.count(), 0)
    await page.getByRole('button', { name: member.name }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('can be ended everywhere else, and what is open there then asks to sign in', async () => {
    const here = await daybook.visitSignedIn()
    const there = await daybook.visit()
    await there.page.goto('/sign-in?back=/keys')
    await there.page.getByLabel('E-mail', { exact: true }).fill(owner.email)
    await there.page.getByLabel('Password', { exact: true }).fill(owner.password)
    await there.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(there.page, 'API keys')
    await there.page.getByText('No keys yet').waitFor()
    await there.answered()
    const before = await there.page.request.get('/console/api/keys')
    expect(before.status()).toBe(200)

    await openPage(here.page, '/account', 'Your account')
    await here.page.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click()
    const dialog = here.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click()
    await here.page.getByText('You are signed in only here.').waitFor()
    const after = await there.page.request.get('/console/api/keys')
    expect(after.status()).toBe(401)

    await there.page.getByText('Ended', { exact: true }).click()
    await there.page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    expect(await violationsOf(there.page)).toEqual([])
    await there.page.getByRole('button', { name: 'Leave this page', exact: true }).click()
    await waitForPage(there.page, 'Sign in')
    await expectInAddress(there.page, 'back', '/keys?state=ended')
    await here.page.reload()
    await here.page.getByText('this one').waitFor()
    expect([...here.problems, ...there.problems]).toEqual([])
    await here.close()
    await there.close()
  })

  test('that has ended comes over the page: what was typed stays, and is sent then', async () => {
    const { page, problems, answered, close } = await daybook.visitSignedIn()
    await openPage(page, '/categories', 'Categories')
    await page.getByRole('rowheader', { name: 'Uncategorised' }).waitFor()
    await answered()
    await page.getByRole('button', { name: 'New category', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Pickles')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add the category', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText(owner.email).waitFor()
    await expectFocus(dialog.getByLabel('Password', { exact: true }))
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
    await page.keyboard.press('Escape')
    await expectValue(page.getByLabel('Name', { exact: true }), 'Pickles')
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: 'Pickles' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('as somebody else in another tab does not hand over what was typed', async () => {
    const { page, problems, answered, close } = await daybook.visitSignedIn()
    await openPage(page, '/categories', 'Categories')
    await page.getByRole('rowheader', { name: 'Uncategorised' }).waitFor()
    await answered()
    await page.getByRole('button', { name: 'New category', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Secret plan')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add the category', exact: true }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/sign-in')
    await other.getByLabel('E-mail', { exact: true }).fill(member.email)
    await other.getByLabel('Password', { exact: true }).fill(member.password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(other, 'Today')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await waitForPage(page, 'Today')
    await page.getByRole('button', { name: member.name, exact: true }).waitFor()
    expect(await page.content()).not.toContain('Secret plan')
    expect(problems).toEqual([])
    await close()
  })

  test('ends with "Sign out", and nothing is left to see', async () => {
    const page = await daybook.page()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail', { exact: true }).fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(page, 'Today')
    await page.getByRole('button', { name: member.name, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await waitForPage(page, 'Sign in')
    await page.goto('/keys')
    await waitForPage(page, 'Sign in')
  })
})

describe('the password', () => {
  test('is changed by whoever knows it; a wrong one is said at its field', async () => {
    const page = await daybook.signedInPage({}, member)
    await openPage(page, '/account', 'Your account')
    await page.getByLabel('Password now', { exact: true }).fill('not the password')
    await page.getByLabel('New password', { exact: true }).fill('crimson ladder tuesday')
    await page.getByRole('button', { name: 'Change the password', exact: true }).click()
    await page.getByText('Your present password is wrong.').waitFor()
    const now = page.getByLabel('Password now', { exact: true })
    await expectFocus(now)
    await expectSoon(() => now.getAttribute('aria-invalid'), 'true')
    await expectValue(page.getByLabel('New password', { exact: true }), 'crimson ladder tuesday')
    await page.getByLabel('Password now', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Change the password', exact: true }).click()
    await page.getByText('Your password is changed.').waitFor()
    await expectValue(page.getByLabel('Password now', { exact: true }), '')
  })
})
