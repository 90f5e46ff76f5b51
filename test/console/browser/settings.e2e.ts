import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

/** Where pictures are left of what looks.e2e.ts cannot see; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('the settings', () => {
  test(
    'of the shop keep what was typed when it is refused, and show the new name at once',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/settings')
      await page.getByLabel('Name of the shop').fill('Sharma and Daughters')
      await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZX')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('is not a GSTIN').waitFor()
      expect(await page.getByLabel('Name of the shop').inputValue()).toBe('Sharma and Daughters')
      await page.getByLabel('GSTIN').fill('27aapfu0939f1zv')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('banner').getByText('Sharma and Daughters').waitFor()
      expect(await page.getByLabel('GSTIN').inputValue()).toBe('27AAPFU0939F1ZV')

      await page.getByLabel('the same invoice number and the same seller').check()
      await page.getByText('come with the next fetch').waitFor()
      await page.getByRole('button', { name: 'Save' }).last().click()
      await page.getByText('The next fetch goes by it').waitFor()
      await page.reload()
      const chosen = page.getByLabel('the same invoice number and the same seller')
      await chosen.waitFor()
      expect(await chosen.isChecked()).toBe(true)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of the night change its hour, say how it went, and delete what is old after a question',
    async () => {
      await daybook.run(['import', 'scans', await oldScan()])
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/settings?section=night')
      await page.getByRole('combobox', { name: 'Every day at' }).click()
      await page.getByRole('option', { name: '10:00 pm' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await page.getByText('Dry run: 1 scan').waitFor()
      await page.getByRole('button', { name: 'Run now' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('are deleted for good').waitFor()
      await dialog.getByRole('button', { name: 'Delete them' }).click()
      await page.getByText('Deleted: 1 scan').waitFor()
      await page.getByText('Dry run: nothing would be deleted now.').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'make a backup, check it, download it and delete it',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/settings?section=backups')
      await page.getByRole('button', { name: 'Make a backup now' }).click()
      await page.getByText('is made and checked').waitFor()
      const row = page.getByRole('row').filter({ hasText: 'By hand' })
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Check now' }).click()
      await row.getByText(': whole').waitFor()

      await row.getByRole('button').click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'Download' }).click()
      const file = await (await downloading).path()
      expect(await daybook.run(['backup', 'verify', file])).toContain('is whole')

      await page.keyboard.press('Escape')
      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete the backup' }).click()
      await page.getByText('The backup is deleted').waitFor()
      await row.waitFor({ state: 'detached' })
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of the network open Daybook to other computers, and say where it is then',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/settings?section=network')
      await page.getByLabel('Yes, other computers too').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Try it now from another computer').waitFor()
      const address = (await page.locator('.copyable').first().textContent()) ?? ''
      expect(address).toMatch(/^http:\/\/[\w-]+\.local:\d+$/)
      await keepPicture(page, 'network-open')

      await page.getByLabel('No, only this computer').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').getByText('lose Daybook at once').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
      await page.getByText('Only this computer reaches it').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of the appearance make the pages dark, and it stays so',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn({ scheme: 'light' })
      await page.goto('/settings?section=appearance')
      await page.getByLabel('Dark', { exact: true }).check()
      await page.reload()
      await page.getByLabel('Dark', { exact: true }).waitFor()
      const scheme = await page.evaluate(() => document.documentElement.dataset)
      expect(scheme['mantineColorScheme']).toBe('dark')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'of a member are the appearance alone',
    async () => {
      const who = { email: 'meena@sharma.example', password: 'purple kettle sunday' }
      const names = ['--email', who.email, '--name', 'Meena', '--role', 'member']
      await daybook.run(['user', 'add', ...names, '--password-stdin'], who.password)
      const { page, problems, close } = await daybook.visitSignedIn({}, who)
      await page.goto('/settings?section=backups')
      await page.getByLabel('Dark', { exact: true }).waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
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
