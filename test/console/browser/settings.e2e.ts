import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dailyHourSetting } from '../../../src/platform/upkeep/daily.ts'
import { openConsole } from './console.ts'
import { copyable, expectSoon, expectValue, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Where pictures are left of what looks.e2e.ts cannot see; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

const daybook = untilEnd(await openConsole())

describe('the settings', () => {
  test('of the shop keep what was typed when it is refused, and show the new name at once', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/settings', 'Settings')
    await page.getByLabel('Name of the shop', { exact: true }).fill('Sharma and Daughters')
    await page.getByLabel('GSTIN (optional)', { exact: true }).fill('27AAPFU0939F1ZX')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('is not a GSTIN').waitFor()
    await expectValue(page.getByLabel('Name of the shop', { exact: true }), 'Sharma and Daughters')
    await page.getByLabel('GSTIN (optional)', { exact: true }).fill('27aapfu0939f1zv')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByRole('banner').getByText('Sharma and Daughters').waitFor()
    await expectValue(page.getByLabel('GSTIN (optional)', { exact: true }), '27AAPFU0939F1ZV')

    await page.getByLabel('the same invoice number and the same seller', { exact: true }).check()
    await page.getByText('come with the next fetch').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).nth(1).click()
    await page.getByText('The next fetch goes by it').waitFor()
    const part = page.getByLabel('Largest part, in per cent', { exact: true })
    await part.fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByText('Enter a number from 1 to 100.').waitFor()
    await part.fill('40')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByText('Saved. It counts from now on.').waitFor()
    await page.reload()
    const chosen = page.getByLabel('the same invoice number and the same seller', { exact: true })
    await expectSoon(() => chosen.isChecked(), true)
    await expectValue(part, '40')
  })

  test('of the night change its hour, say how it went, and delete what is old after a question', async () => {
    await daybook.run(['import', 'scans', await oldScan()])
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=night', 'Settings')
    await page.getByRole('combobox', { name: 'Every day at', exact: true }).click()
    await page.getByRole('option', { name: hourBefore(), exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('Dry run: 1 document').waitFor()
    await page.getByRole('button', { name: 'Run now…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('are deleted for good').waitFor()
    await dialog.getByRole('button', { name: 'Delete them', exact: true }).click()
    await page.getByText('Deleted: 1 document').waitFor()
    await page.getByText('Dry run: nothing would be deleted now.').waitFor()
  })

  test('make a backup, check it, download it and delete it', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=backups', 'Settings')
    await page.getByRole('button', { name: 'Make a backup now', exact: true }).click()
    await page.getByText('is made and checked').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'By hand' })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Check now', exact: true }).click()
    await row.getByText(': whole').waitFor()

    await row.getByRole('button', { name: /^Actions for/ }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click()
    const file = await (await downloading).path()
    expect(await daybook.run(['backup', 'verify', file])).toContain('is whole')

    await page.getByRole('menu').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete the backup', exact: true })
      .click()
    await page.getByText('The backup is deleted').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('name a second place for backups, show its key once, and copy there', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    const place = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
    await daybook.run(['backup', 'create'])
    await openPage(page, '/settings?section=backups', 'Settings')
    await page.getByLabel('Folder', { exact: true }).fill(join(place, 'none'))
    await page.getByRole('button', { name: 'Copy backups there', exact: true }).click()
    await page.getByText('There is no such folder').waitFor()
    await page.getByLabel('Folder', { exact: true }).fill(place)
    await page.getByRole('button', { name: 'Copy backups there', exact: true }).click()
    const dialogue = page.getByRole('dialog')
    await dialogue.getByText(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/).waitFor()
    await keepPicture(page, 'second-place-key')
    await dialogue.getByRole('button', { name: 'I have printed it', exact: true }).click()
    await page.getByRole('button', { name: 'Copy now', exact: true }).click()
    await page.getByText('Copied not yet').waitFor({ state: 'detached' })
    expect(await daybook.run(['offsite', 'prove'])).toContain('can be restored')
    await page.getByRole('button', { name: 'Copy no more…', exact: true }).click()
    await dialogue.getByRole('button', { name: 'Copy no more', exact: true }).click()
    await page.getByRole('button', { name: 'Copy backups there', exact: true }).waitFor()
    expect(problems).toEqual([])
    rmSync(place, { recursive: true, force: true })
    await close()
  })

  test('look for the usual troubles, and hand out a report', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=troubles', 'Settings')
    await page.getByText(/^\d+ things looked at: /).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the report', exact: true }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^daybook-report-.+\.zip$/)
  })

  test('of the network open Daybook to other computers, and say where it is then', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/settings?section=network', 'Settings')
    await page.getByLabel('Yes, other computers too', { exact: true }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Try it now from another computer').waitFor()
    const address = await copyable(page, 'http', 0)
    expect(address).toMatch(/^http:\/\/[\w-]+\.local:\d+$/)
    await keepPicture(page, 'network-open')

    await page.getByLabel('No, only this computer', { exact: true }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByText('lose Daybook at once').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close it', exact: true }).click()
    await page.getByText('Only this computer reaches it').waitFor()
  })

  test('of the appearance make the pages dark, and it stays so', async () => {
    const page = await daybook.signedInPage({ scheme: 'light' })
    await openPage(page, '/settings?section=appearance', 'Settings')
    await page.getByLabel('Dark', { exact: true }).check()
    await page.reload()
    await expectSoon(() => page.getByLabel('Dark', { exact: true }).isChecked(), true)
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  })

  test('of a member are the appearance alone', async () => {
    const who = { email: 'meena@sharma.example', password: 'purple kettle sunday' }
    const names = ['--email', who.email, '--name', 'Meena', '--role', 'member']
    await daybook.run(['user', 'add', ...names, '--password-stdin'], who.password)
    const page = await daybook.signedInPage({}, who)
    await openPage(page, '/settings?section=backups', 'Settings')
    await page.getByLabel('Dark', { exact: true }).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
  })
})

/** A file with one scan that is past its time, to be imported. */
async function oldScan(): Promise<string> {
  const file = join(daybook.dir, 'old.jsonl')
  const createdAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString()
  const scan = {
    user: 'asha@sharma.example',
    category: 'vendor_invoice',
    filename: 'old.pdf',
    created_at: createdAt,
    raw: { invoice_metadata: { invoice_no: 'A-1' }, line_items: [] },
  }
  await Bun.write(file, `${JSON.stringify(scan)}\n`)
  return file
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (screensDir === undefined) return
  mkdirSync(screensDir, { recursive: true })
  await page.screenshot({ path: join(screensDir, `${name}.png`), fullPage: true })
}

/** The hour before this one, as the form says it: the night that it begins is nearly a day away. */
/** An hour that is over and is not the usual one, so that there is something to save. */
function hourBefore(): string {
  const last = (new Date().getHours() + 23) % 24
  const hour = last === dailyHourSetting.default ? (last + 23) % 24 : last
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`
}
