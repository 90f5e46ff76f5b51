import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { lockedPdf } from '../../../scripts/bench/reading/degrade/files.ts'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole, owner } from './console.ts'
import { addFile, printedPdf, readLimitMs, stateWhenRead } from './printed-bills.ts'
import { expectSoon, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isReading: true, withMember: true }))

/** A window of the clerk at the list of documents. */
async function atDocuments() {
  const visit = await daybook.visitSignedIn({}, member)
  await openPage(visit.page, '/documents', 'Documents')
  return visit
}

/** Adds a bill that a password locks, as it is when nobody could read it. */
async function addLocked(page: Page, name: string, number: string): Promise<string> {
  const { buffer, ...file } = printedPdf(name, { number })
  const id = await addFile(page, { ...file, buffer: Buffer.from(await lockedPdf(buffer, secret)) })
  return id
}

const secret = 'shop123'

describe('a locked PDF', () => {
  test('asks for its password once on its page, and for the right one again', async () => {
    const { page, problems, close } = await atDocuments()
    const id = await addLocked(page, 'locked.pdf', 'L-1')
    expect(await stateWhenRead(page, id)).toBe('failed')
    await openPage(page, `/documents/${id}`, 'locked.pdf')
    const password = page.getByLabel('Password of the PDF', { exact: true })
    await password.fill('guessed')
    expect(await page.locator('input[type=password]').count()).toBe(1)
    expect(await page.getByLabel(/^Keep this password/).count()).toBe(0)
    const open = page.getByRole('button', { name: 'Open and read it', exact: true })
    await open.click()
    const refused = page.getByText(/password is wrong|not the password|does not open/i)
    await refused.waitFor({ timeout: readLimitMs })
    expect(await faultsInEveryLook(page)).toEqual([])
    // Enter sends nothing before the last try is at its end.
    await expectSoon(() => open.isEnabled(), true)
    await password.fill(secret)
    await password.press('Enter')
    await page.getByText('L-1', { exact: true }).first().waitFor({ timeout: readLimitMs })
    expect(await stateWhenRead(page, id)).toBe('waiting')
    expect(problems).toEqual([])
    await close()
  })

  test('shows its pages beside the form to whoever types it in and knows the password', async () => {
    const { page, problems, close } = await atDocuments()
    const id = await addLocked(page, 'typed.pdf', 'L-2')
    expect(await stateWhenRead(page, id)).toBe('failed')
    await openPage(page, `/documents/${id}?edit=true`, 'typed.pdf')
    const password = page.getByLabel('Password, to look at it', { exact: true })
    await password.fill('guessed')
    const show = page.getByRole('button', { name: 'Show its pages', exact: true })
    await show.click()
    await page.getByText(/Its pages are not shown/).waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await expectSoon(() => show.isEnabled(), true)
    await password.fill(secret)
    await password.press('Enter')
    await page.getByRole('img', { name: 'typed.pdf', exact: true }).waitFor()
    expect(await stateWhenRead(page, id)).toBe('failed')
    expect(problems).toEqual([])
    await close()
  })

  test('is opened for good by an owner, who finds the password in Settings and forgets it', async () => {
    const clerk = await atDocuments()
    const id = await addLocked(clerk.page, 'kept.pdf', 'L-3')
    expect(await stateWhenRead(clerk.page, id)).toBe('failed')
    const { page, problems, close } = await daybook.visitSignedIn({}, owner)
    await openPage(page, `/documents/${id}`, 'kept.pdf')
    await page.getByLabel(`Keep this password for files of ${member.name}`).check()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByLabel('Password of the PDF', { exact: true }).fill(secret)
    await page.getByLabel('Password of the PDF', { exact: true }).press('Enter')
    const told = page.getByText('kept.pdf is read with this password.')
    await told.waitFor({ timeout: readLimitMs })
    expect(await stateWhenRead(page, id)).toBe('waiting')

    const next = await addLocked(clerk.page, 'next.pdf', 'L-4')
    expect(await stateWhenRead(clerk.page, next)).toBe('waiting')
    await openPage(page, '/settings?section=reading', 'Settings')
    await page.getByText(`Tried on files of ${member.name}`).waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget…', exact: true }).click()
    await page.getByRole('button', { name: 'Forget it', exact: true }).click()
    await page.getByText('None is kept.').waitFor()
    await openPage(page, '/activity', 'Activity')
    await page.getByText(/was forgotten; it was tried on what .+@.+ sent/).waitFor()
    expect([...problems, ...clerk.problems]).toEqual([])
    await clerk.close()
    await close()
  })
})

test('an owner chooses which languages are read beside English', async () => {
  const page = await daybook.signedInPage({}, owner)
  await openPage(page, '/settings?section=reading', 'Settings')
  const [hindi, gujarati] = ['Hindi', 'Gujarati'].map((name) =>
    page.getByLabel(name, { exact: true }),
  )
  const chosen = () => Promise.all([hindi?.isChecked(), gujarati?.isChecked()])
  await expectSoon(chosen, [true, true])
  await gujarati?.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. What is read from now on goes by it.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Kept passwords' }).waitFor()
  await expectSoon(chosen, [true, false])
  await page.getByRole('switch', { name: /^Read what comes in/ }).uncheck()
  await expectSoon(async () => await hindi?.isDisabled(), true)
})
