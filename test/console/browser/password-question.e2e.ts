import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { sessions } from '../../../src/accounts/tables.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { violationsOf } from './accessibility.ts'
import { openConsole, owner, type Visit } from './console.ts'
import { copyable, expectFocus, expectValue, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const minuteMs = 60_000

let visit: Visit

const daybook = untilEnd(await openConsole())

beforeEach(async () => {
  visit = await daybook.visitSignedIn()
  await signedInLongAgo()
})

/** As if everybody had signed in so long ago that the password does not count any more. */
async function signedInLongAgo(): Promise<void> {
  const now = Date.now()
  const database = openDatabaseForCommand(dataDir(daybook.dir), now)
  await database.write((conn) =>
    conn
      .update(sessions)
      .set({ createdAt: now - 11 * minuteMs })
      .run(),
  )
  await database.close()
}

async function makeBackup(): Promise<void> {
  const input = {
    dir: dataDir(daybook.dir),
    organisation: 'Test Stores',
    madeBy: 'command' as const,
  }
  await createBackup({ ...input, now: Date.now() })
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Enter your password' })

async function enter(page: Page, password: string): Promise<void> {
  await question(page).getByLabel('Your password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Go on', exact: true }).click()
}

async function escapeQuestion(page: Page): Promise<void> {
  await expectFocus(question(page).getByLabel('Your password', { exact: true }))
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
}

async function chooseDownload(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for daybook-/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Download', exact: true }).click()
}

describe('the password is asked for once more', () => {
  test('before a backup is downloaded, and without it nothing happens', async () => {
    const { page, problems, close } = visit
    await makeBackup()
    await openPage(page, '/settings?section=backups', 'Settings')
    await chooseDownload(page)
    const field = question(page).getByLabel('Your password', { exact: true })
    await expectFocus(field)
    expect(await violationsOf(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)

    await chooseDownload(page)
    await enter(page, 'yellow kettle 8')
    await question(page).getByText('Your present password is wrong.').waitFor()
    await expectFocus(field)
    expect(problems).toEqual([])
    await close()
  })

  test('before a key is made that reaches everything; Escape leaves the question, and not the form', async () => {
    const { page, problems, close } = visit
    await openPage(page, '/keys', 'API keys')
    await page.getByRole('button', { name: 'New key', exact: true }).first().click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Tally at the counter')
    await page.getByLabel('Storefront', { exact: true }).check()
    await page.getByLabel('Read products, categories, offers', { exact: true }).check()
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await escapeQuestion(page)
    await expectValue(name, 'Tally at the counter')
    await name.press('Escape')
    await name.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await close()
  })

  test('before somebody gets another role', async () => {
    const { page, problems, close } = visit
    await openPage(page, '/users', 'Users')
    await page.getByLabel('Actions for Asha Rao', { exact: true }).click()
    await page.getByRole('menuitem', { name: 'Roles…', exact: true }).click()
    const roles = page.getByRole('dialog', { name: 'Roles of Asha Rao', exact: true })
    await roles.getByLabel('Owner', { exact: true }).uncheck()
    await roles.getByLabel('Clerk', { exact: true }).check()
    await roles.getByRole('button', { name: 'Change', exact: true }).click()
    await escapeQuestion(page)
    await roles.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(problems).toEqual([])
    await close()
  })

  test('before somebody is let in, above the form, which keeps what was typed; then not for a while', async () => {
    const { page, problems, close } = visit
    await openPage(page, '/users', 'Users')
    await page.getByRole('button', { name: 'Invite somebody', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
    await page.getByLabel('E-mail', { exact: true }).fill('ravi@sharma.example')
    await page.getByLabel('Clerk', { exact: true }).check()
    const invite = page.getByRole('button', { name: 'Invite', exact: true })
    await invite.click()
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await question(page).waitFor({ state: 'detached' })
    await expectValue(page.getByLabel('Name', { exact: true }), 'Ravi Kumar')
    await invite.click()
    await enter(page, owner.password)
    expect(await copyable(page, 'http')).toContain('/choose-password#')

    await openPage(page, '/settings?section=backups', 'Settings')
    const downloading = page.waitForEvent('download')
    await chooseDownload(page)
    const file = await (await downloading).path()
    expect(await daybook.run(['backup', 'verify', file])).toContain('is whole')
    expect(problems).toEqual([])
    await close()
  })
})
