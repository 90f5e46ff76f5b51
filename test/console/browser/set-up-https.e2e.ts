import { expect, test } from 'bun:test'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, owner } from './console.ts'
import { copyable, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isEmpty: true }))

test('the page that ends the set-up encrypts the network with one click, and shows phones how to trust the shop', async () => {
  const page = await daybook.page()
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
  await waitForPage(page, 'Today')
})
