import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openConsole, owner, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
  const names = ['--email', member.email, '--name', member.name, '--role', 'member']
  await daybook.run(['user', 'add', ...names, '--password-stdin'], member.password)
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('signing in', () => {
  test(
    'says that it did not work, keeps the e-mail address, and leads back to the page that was asked for',
    async () => {
      const { page, problems, close } = await daybook.visit()
      await page.goto('/account')
      await page.getByLabel('E-mail').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('The e-mail address or the password is wrong.').waitFor()
      expect(await page.getByLabel('E-mail').inputValue()).toBe(member.email)
      await page.getByLabel('Password', { exact: true }).fill(member.password)
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      expect(await page.getByRole('main').textContent()).toContain(`${member.email}, a member`)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'never leads to an address outside',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      for (const back of ['//example.com', 'https://example.com', '/\\example.com']) {
        await page.goto(`/sign-in?back=${encodeURIComponent(back)}`)
        await page.getByRole('heading', { name: 'Home' }).waitFor()
      }
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'can be ended everywhere else, and what is open there then asks to sign in',
    async () => {
      const here = await daybook.visitSignedIn()
      const there = await daybook.visit()
      await there.page.goto('/sign-in')
      await there.page.getByLabel('E-mail').fill(owner.email)
      await there.page.getByLabel('Password', { exact: true }).fill(owner.password)
      await there.page.getByRole('button', { name: 'Sign in' }).click()
      await there.page.getByRole('heading', { name: 'Home' }).waitFor()
      await there.page.goto('/keys')
      await there.page.getByRole('heading', { name: 'API keys' }).waitFor()

      await here.page.goto('/account')
      await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
      const dialog = here.page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await here.page.getByText('You are signed in only here.').waitFor()

      await there.page.getByText('Ended', { exact: true }).click()
      await there.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(new URL(there.page.url()).searchParams.get('back')).toBe('/keys?state=ended')
      await here.page.reload()
      await here.page.getByText('this one').waitFor()
      expect([...here.problems, ...there.problems]).toEqual([])
      await here.close()
      await there.close()
    },
    browserLimitMs,
  )

  test(
    'ends with "Sign out", and nothing is left to see',
    async () => {
      const { page, problems, close } = await daybook.visit()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill(member.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: member.name }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.goto('/keys')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

describe('the password', () => {
  test(
    'is changed by whoever knows it; a wrong one is said at its field',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/account')
      await page.getByLabel('Password now').fill('not the password')
      await page.getByLabel('New password').fill('crimson ladder tuesday')
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByText('Your present password is wrong.').waitFor()
      const now = page.getByLabel('Password now')
      expect(await now.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await now.getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('New password').inputValue()).toBe('crimson ladder tuesday')
      await page.getByLabel('Password now').fill(member.password)
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByText('Your password is changed.').waitFor()
      expect(await page.getByLabel('Password now').inputValue()).toBe('')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})
