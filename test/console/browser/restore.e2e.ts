import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, owner } from './console.ts'
import { openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Where pictures are left of what looks.e2e.ts cannot see; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

const shop = untilEnd(await openConsole())

async function backUp(): Promise<string> {
  await shop.run(['backup', 'create'])
  const [newest = ''] = (await shop.run(['backup', 'list'])).split(/\s/)
  return join(shop.dir, 'backups', newest)
}

describe('a restore', () => {
  test('of what is no backup says so, and changes nothing', async () => {
    const { page, close } = await shop.visitSignedIn()
    await openPage(page, '/settings?section=backups', 'Settings')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Restore a backup file…', exact: true }).click()
    const buffer = Buffer.alloc(20_000, 7)
    await (await choosing).setFiles({ name: 'x.tar', mimeType: 'application/x-tar', buffer })
    await waitForPage(page, 'Nothing was restored')
    expect(await faultsInEveryLook(page)).toEqual([])
    await keepPicture(page, 'restore-failed')
    await page.getByRole('button', { name: 'Open Daybook', exact: true }).click()
    await page.getByRole('banner').getByText('Sharma General Stores').waitFor()
    await close()
  })

  test('of a backup in the list says what it holds, and Daybook comes back with it', async () => {
    await backUp()
    const { page, problems, close } = await shop.visitSignedIn()
    await openPage(page, '/settings?section=backups', 'Settings')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Restore…', exact: true }).click()
    await waitForPage(page, 'Go back to Sharma General Stores?')
    expect(await faultsInEveryLook(page)).toEqual([])
    await keepPicture(page, 'restore-ready')
    await page.getByRole('button', { name: 'Put it in place', exact: true }).click()
    await waitForPage(page, 'The backup is in place')
    expect(await faultsInEveryLook(page)).toEqual([])
    await keepPicture(page, 'restore-done')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForPage(page, 'Sign in')
    const kept = readdirSync(shop.dir).filter((name) => name.startsWith('before-restore-'))
    expect(kept).toHaveLength(1)
    // While the server is away, what is asked of it finds nobody.
    expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
    await close()
  })

  test('on a bare computer takes a file where it is set up', async () => {
    const file = await backUp()
    const bare = await openConsole({ isEmpty: true })
    const { page, close } = await bare.visit()
    await page.goto(bare.setUpUrl ?? '')
    await page.getByRole('button', { name: 'I have a backup of my shop', exact: true }).click()
    await waitForPage(page, 'Bring your shop back')
    expect(await faultsInEveryLook(page)).toEqual([])
    await keepPicture(page, 'restore-bare')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Restore a backup file…', exact: true }).click()
    await (await choosing).setFiles(file)
    await page.getByRole('button', { name: 'Put it in place', exact: true }).click()
    await waitForPage(page, 'The backup is in place')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('E-mail', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('banner').getByText('Sharma General Stores').waitFor()
    await close()
    await bare.close()
  })
})

async function keepPicture(page: Page, name: string): Promise<void> {
  if (screensDir === undefined) return
  await page.screenshot({ path: join(screensDir, `${name}.png`), fullPage: true })
}
