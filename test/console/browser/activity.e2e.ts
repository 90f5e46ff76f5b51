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

describe('the activity', () => {
  test(
    'is chosen by what it is about, by person and by day, and the address keeps the choice',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/activity')
      await page.getByText(`${member.email} was added as a member`).waitFor()
      await page.getByRole('combobox', { name: 'About' }).click()
      await page.getByRole('option', { name: 'Signing in' }).click()
      await page.getByText('was added as a member').waitFor({ state: 'detached' })
      await page.getByText('Signed in from').first().waitFor()
      await page.getByRole('combobox', { name: 'Person' }).fill('Rav')
      await page.getByRole('option', { name: member.name }).click()
      await page.getByText('Nothing like that was done').waitFor()
      expect(new URL(page.url()).searchParams.get('kind')).toBe('sign-ins')
      await page.reload()
      await page.getByText('Nothing like that was done').waitFor()

      await page.getByRole('button', { name: 'Show everything' }).click()
      await page.getByText('Daybook was set up for Sharma General Stores').waitFor()
      await page.getByLabel('To', { exact: true }).fill('1/1/2020')
      await page.keyboard.press('Tab')
      await page.getByText('Nothing like that was done').waitFor()
      expect(new URL(page.url()).searchParams.get('to')).toBe('2020-01-01')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of a member is what it did itself',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/activity')
      await page.getByText('Signed in from').first().waitFor()
      expect(await page.getByRole('main').textContent()).not.toContain(owner.name)
      expect(await page.getByRole('combobox', { name: 'Person' }).count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})
