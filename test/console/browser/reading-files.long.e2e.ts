import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { faultsInEveryLook } from './accessibility.ts'
import { member, openConsole } from './console.ts'
import { addFile, photographed, printedPdf, readLimitMs, stateWhenRead } from './printed-bills.ts'
import { expectSoon, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole({ isReading: true, withMember: true }))

/** A window of the clerk at the list of documents. */
async function atDocuments() {
  const visit = await daybook.visitSignedIn({}, member)
  await openPage(visit.page, '/documents', 'Documents')
  return visit
}

const seen = (page: Page) => page.locator('.paper-said').textContent()

describe('a file', () => {
  test('of two bills is split, after its pages were looked at', async () => {
    const { page, problems, close } = await atDocuments()
    const file = printedPdf('two.pdf', { number: 'T-1' }, { number: 'T-2' })
    const id = await addFile(page, file)
    expect(await stateWhenRead(page, id)).toBe('check')
    await openPage(page, `/documents/${id}`, 'two.pdf')
    await page.getByText('2 documents in this file', { exact: true }).waitFor()
    await page.getByRole('button', { name: '2: page 2', exact: true }).click()
    await expectSoon(() => seen(page), 'Document 2 of 2')
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Split it into 2', exact: true }).click()
    await page.getByText('two.pdf is 2 documents now.').waitFor()
    await page.getByText('2 documents in this file', { exact: true }).waitFor({ state: 'detached' })
    await openPage(page, '/documents?search=two.pdf', 'Documents')
    for (const number of ['T-1', 'T-2']) {
      const row = page.getByRole('row', { name: number })
      await row.getByText('Waiting').waitFor({ timeout: readLimitMs })
    }
    expect(problems).toEqual([])
    await close()
  })

  test('that a scanner puts into a watched folder is read, and put away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-scanner-'))
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/settings?section=reading', 'Settings')
    await page.getByLabel('Folder', { exact: true }).fill(folder)
    await page.getByRole('combobox', { name: 'Whose documents', exact: true }).click()
    await page.getByRole('option', { name: member.name, exact: true }).click()
    await page.getByRole('button', { name: 'Watch the folder', exact: true }).click()
    await page.getByText('The folder is watched.').waitFor()
    await page.getByText(`Vendor bill of ${member.name}`).waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])

    await Bun.write(join(folder, 'from-scanner.pdf'), printedPdf('', { number: 'W-1' }).buffer)
    await expectSoon(() => Promise.resolve(existsSync(join(folder, 'read/from-scanner.pdf'))), true)
    const clerk = await atDocuments()
    const row = clerk.page.getByRole('row', { name: 'from-scanner.pdf' })
    await row.getByText('Waiting').waitFor({ timeout: readLimitMs })

    await page.getByRole('button', { name: 'Remove…', exact: true }).click()
    await page.getByRole('button', { name: 'Watch it no more', exact: true }).click()
    await page.getByText('The folder is not watched any more.').waitFor()
    expect([...problems, ...clerk.problems]).toEqual([])
    await clerk.close()
    await close()
    rmSync(folder, { recursive: true })
  })

  test('for each side of one bill becomes one document with both, which is read anew', async () => {
    const { page, problems, close } = await atDocuments()
    const photos = await Promise.all(
      ['front.jpg', 'back.jpg'].map((name) => photographed(name, { number: 'J-1' })),
    )
    for (const photo of photos) await addFile(page, photo)
    await openPage(page, '/documents?search=.jpg', 'Documents')
    await page.getByText('Being read', { exact: true }).first().waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    for (const name of ['front.jpg', 'back.jpg']) {
      await page.getByLabel(`Select ${name}`, { exact: true }).check()
    }
    await page.getByRole('button', { name: 'Join as one…', exact: true }).click()
    await page.getByRole('dialog').getByText('with a page each').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Join them', exact: true }).click()
    await page.getByText('They are one document now.').waitFor()
    await openPage(page, '/documents', 'Documents')
    await page.getByRole('link', { name: 'front (2 photos).pdf' }).click()
    await waitForPage(page, 'front (2 photos).pdf')
    await page.getByText('1 / 2').waitFor({ timeout: readLimitMs })
    await page.getByText('J-1').first().waitFor({ timeout: readLimitMs })
    expect(problems).toEqual([])
    await close()
  })
})
