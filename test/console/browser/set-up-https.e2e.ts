import { afterAll, beforeAll, expect, test } from 'bun:test'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, owner, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'
import { copyable, waitForPage } from './waiting.ts'

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole({ isEmpty: true })
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

test(
  'the page that ends the set-up encrypts the network with one click, and shows phones how to trust the shop',
  async () => {
    const { page, problems, close } = await daybook.visit()
    await page.goto(daybook.setUpUrl ?? '')
    await page.getByLabel('Name of the shop', { exact: true }).fill('Sharma General Stores')
    await page.getByLabel('Your name', { exact: true }).fill(owner.name)
    await page.getByLabel('E-mail', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByLabel('Yes, other computers too', { exact: true }).check()
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await waitForPage(page, 'Daybook is set up')
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Switch HTTPS on', exact: true }).click()
    const code = page.getByRole('img', { name: 'The page that helps a device to trust Daybook' })
    await code.waitFor()
    expect(await copyable(page, 'https', 0)).toMatch(/^https:\/\/[\w.-]+:\d+$/)
    await page.getByRole('button', { name: 'Switch HTTPS on' }).waitFor({ state: 'detached' })
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Open Daybook', exact: true }).click()
    await waitForPage(page, 'Home')
    expect(problems).toEqual([])
    await close()
  },
  browserLimitMs,
)
