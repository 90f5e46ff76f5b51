import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import { expectSoon, openPage } from './waiting.ts'

const daybook = await openConsole()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-archive-')))

afterAll(async () => {
  await daybook.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the first steps lead to the archive, whose folder is tried, named and written into', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/', 'Today')
  await page.getByRole('link', { name: 'Archive', exact: true }).click()
  const path = page.getByLabel('Folder of the archive', { exact: true })
  await path.fill(join(folder, 'none'))
  await page.getByRole('button', { name: 'Try this folder', exact: true }).click()
  await page.getByText('There is no such folder on the computer').waitFor()
  await path.fill(folder)
  await page.getByRole('button', { name: 'Try this folder', exact: true }).click()
  await page.getByText(`Daybook can write into ${folder}.`).waitFor()
  expect(readdirSync(folder)).toEqual([])
  await page.getByRole('button', { name: 'Archive there', exact: true }).click()
  await page.getByText('Documents are archived there from now on.').waitFor()
  await page.getByRole('button', { name: 'Archive now', exact: true }).click()
  await expectSoon(() => page.getByText('Last success: not yet.').isVisible(), false)
  expect(readdirSync(folder)).toContain('daybook-archive.json')
  const screens = process.env['DAYBOOK_SCREENS']
  if (screens !== undefined) await page.screenshot({ path: join(screens, 'archive.png') })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Archive no more…', exact: true }).click()
  await page.getByRole('button', { name: 'Archive no more', exact: true }).click()
  await page.getByText('Documents are not archived any more.').waitFor()
})
