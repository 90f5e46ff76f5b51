import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { lockedPdf, pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { jpeg } from '../../support/pictures.ts'
import { openConsole, owner, type Width } from './console.ts'
import { expectSoon, openPage, waitForPicture } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const size = { width: 595, height: 842 }
const twoPages = pdfFile([
  { ...size, content: 'BT /F1 40 Tf 60 700 Td (Tax invoice) Tj ET' },
  { ...size, content: 'BT /F1 40 Tf 60 700 Td (Page two) Tj ET' },
])
const papers: [name: string, content: Uint8Array | string][] = [
  ['bill.pdf', twoPages],
  ['photo.jpg', jpeg(900, 1200)],
  ['locked.pdf', lockedPdf()],
  ['list.csv', 'Item,Amount\nRice,1900\n'],
]

const daybook = untilEnd(await openConsole())
const lines = papers.map(([filename]) =>
  JSON.stringify({
    id: idOf(filename),
    user: owner.email,
    category: 'vendor_invoice',
    status: 'failed',
    filename,
    file: filename,
  }),
)
for (const [name, content] of papers) await Bun.write(join(daybook.dir, name), content)
await Bun.write(join(daybook.dir, 'scans.jsonl'), lines.join('\n'))
await daybook.run(['import', 'scans', join(daybook.dir, 'scans.jsonl')])

function idOf(filename: string): string {
  const index = papers.findIndex(([name]) => name === filename)
  return `01a00000-0000-7000-8000-0000000000b${index}`
}

function paperOn(page: Page): Locator {
  return page.locator('.paper-view')
}

async function openPaper(filename: string, options: { width?: Width; edit?: boolean } = {}) {
  const { width = 1366, edit = false } = options
  const visit = await daybook.visitSignedIn({ width })
  await openPage(visit.page, `/documents/${idOf(filename)}${edit ? '?edit=true' : ''}`, filename)
  return visit
}

describe('the paper of a document', () => {
  test('shows the pages of a PDF one below the other, and leads from one to the next', async () => {
    const { page, problems, close } = await openPaper('bill.pdf')
    await waitForPicture(page.getByRole('img', { name: 'Page 1 of bill.pdf', exact: true }))
    await page.getByText('1 / 2', { exact: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Fit to the width').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+PageDown')
    await page.getByText('2 / 2', { exact: true }).waitFor()
    await waitForPicture(page.getByRole('img', { name: 'Page 2 of bill.pdf', exact: true }))
    await page.getByRole('button', { name: 'Page before', exact: true }).click()
    await page.getByText('1 / 2', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('is zoomed by keys while somebody types, by the wheel with Ctrl, and fits the width again', async () => {
    const { page, problems, close } = await openPaper('photo.jpg', { edit: true })
    await waitForPicture(page.getByRole('img', { name: 'photo.jpg', exact: true }))
    const field = page.locator('.beside-paper-main input').first()
    await field.focus()
    await page.keyboard.press('Alt+Equal')
    await page.getByText('125%', { exact: true }).waitFor()
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true)
    await paperOn(page).hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await page.getByText('125%', { exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+0')
    await page.getByText('100%', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('grows under two fingers, and the page around it does not', async () => {
    const { page, problems, close } = await openPaper('photo.jpg', { width: 390 })
    await waitForPicture(page.getByRole('img', { name: 'photo.jpg', exact: true }))
    await page.getByText('100%', { exact: true }).waitFor()
    const { x = 0, y = 0, width = 0, height = 0 } = (await paperOn(page).boundingBox()) ?? {}
    const fingers = (apart: number) =>
      [-apart / 2, apart / 2].map((by) => ({ x: x + width / 2 + by, y: y + height / 2 }))
    const screen = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      screen.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart === undefined ? [] : fingers(apart),
      })
    await touch('touchStart', 80)
    for (const apart of [100, 130, 160]) await touch('touchMove', apart)
    await touch('touchEnd')
    await page.getByText('200%', { exact: true }).waitFor()
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  test('stays turned as long as the browser is open', async () => {
    const { page, problems, close } = await openPaper('photo.jpg')
    const picture = page.getByRole('img', { name: 'photo.jpg', exact: true })
    await waitForPicture(picture)
    await page.getByRole('button', { name: 'Turn', exact: true }).click()
    const turn = () => picture.evaluate((image) => image.style.rotate)
    await expectSoon(turn, '90deg')
    await page.reload()
    await waitForPicture(picture)
    await expectSoon(turn, '90deg')
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(height)
    expect(problems).toEqual([])
    await close()
  })

  test.each([1366, 390] as const)(
    'stays in sight when what is beside it is scrolled, at %p pixels',
    async (width) => {
      const { page, problems, close } = await openPaper('bill.pdf', { width, edit: true })
      await waitForPicture(page.getByRole('img', { name: 'Page 1 of bill.pdf', exact: true }))
      const form = page.locator('.beside-paper-main')
      await form.evaluate((node) => node.style.setProperty('min-height', '4000px'))
      await page.evaluate(() => window.scrollTo(0, 2500))
      const isInSight = async () => {
        const { y = -1, height = 0 } = (await paperOn(page).boundingBox()) ?? {}
        return y > 0 && y + height < (page.viewportSize()?.height ?? 0)
      }
      await expectSoon(isInSight, true)
      expect(await page.evaluate(() => window.scrollY)).toBe(2500)
      expect(problems).toEqual([])
      await close()
    },
  )

  test('can be put aside and comes back', async () => {
    const { page, problems, close } = await openPaper('bill.pdf', { width: 390 })
    await page.getByRole('button', { name: 'Hide the paper', exact: true }).click()
    await paperOn(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Show the paper', exact: true }).click()
    await paperOn(page).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('that cannot be drawn says why and offers the file, and a text is shown as it is', async () => {
    const { page, problems, close } = await openPaper('locked.pdf')
    await page.getByText('This PDF is locked by a password.').waitFor()
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor()
    await openPage(page, `/documents/${idOf('list.csv')}`, 'list.csv')
    await page.getByText('Rice,1900').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
