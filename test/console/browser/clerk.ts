import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { png } from '../../support/pictures.ts'
import { member, openConsole, type Console } from './console.ts'
import { openPage } from './waiting.ts'

/** Somebody who types bills, and what it costs them. */
export type Clerk = {
  /** Types what the paper has in figures: numbers, dates, amounts. It counts nothing. */
  figures(text: string): Promise<void>
  /** Types letters; each is a press. */
  letters(text: string): Promise<void>
  /** Presses a key, alone or with others: one press. */
  press(keys: string): Promise<void>
  /** What it took since the last time that this was asked. */
  effort(): Promise<Effort>
}

type Effort = {
  /** Beyond the figures themselves. */
  presses: number
  clicks: number
  /** Different pages that were seen, whatever document they were about. */
  views: string[]
  /** How often the browser loaded a page anew. */
  loads: number
}

const documentId = /\/[\da-f]{8}-[\da-f-]{27}/

/** Counts from now on. Clicks are those of a mouse: a key that presses a button is none. */
export async function clerkAt(page: Page): Promise<Clerk> {
  let presses = 0
  let loads = 0
  let clicks = 0
  const views = new Set<string>()
  const see = () => views.add(page.url().replace(documentId, '/ID'))
  page.on('load', () => (loads += 1))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) see()
  })
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.evaluate(() => {
    document.addEventListener('pointerdown', () => void Reflect.get(window, 'countClick')())
  })
  see()
  const press = async (keys: string) => {
    presses += 1
    await page.keyboard.press(keys)
  }
  return {
    figures: (text) => page.keyboard.type(text),
    async letters(text) {
      for (const letter of text) await press(letter)
    },
    press,
    async effort() {
      const spent = { presses, clicks, views: [...views], loads }
      presses = 0
      return await Promise.resolve(spent)
    },
  }
}

/** Opens the form of a document, as its address keeps it. */
export async function openForm(page: Page, filename: string): Promise<void> {
  await openPage(page, `/documents?search=${encodeURIComponent(filename)}`, 'Documents')
  const address = await page.getByRole('link', { name: filename }).getAttribute('href')
  await openPage(page, `${address}?edit=true`, filename)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
}

/** The keys for another document do something once the queue is there. */
export async function waitForQueue(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Documents to type in', exact: true }).waitFor()
}

const dayMs = 86_400_000

/** A document as a program gets it. */
export type Unsynced = { filename: string; invoice_no?: string }

/** A console whose member has papers that nobody has typed in, the oldest first, and a program that fetches them. */
export async function openDesk(
  filenames: readonly string[],
): Promise<{ daybook: Console; unsynced(): Promise<Unsynced[]> }> {
  const daybook = await openConsole({ withMember: true })
  const input = ['--user', member.email, '--service', 'scan-export', '--name', 'Tally', '--json']
  const { key }: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...input]))
  await Bun.write(join(daybook.dir, 'paper.png'), png(40, 60, 1))
  const scans = filenames.map((filename, index) => ({
    user: member.email,
    category: 'vendor_invoice',
    filename,
    status: 'failed',
    failure_reason: 'Nobody has typed it in yet.',
    created_at: new Date(Date.now() - (20 - index) * dayMs).toISOString(),
    file: 'paper.png',
  }))
  const file = join(daybook.dir, 'scans.jsonl')
  await Bun.write(file, scans.map((scan) => JSON.stringify(scan)).join('\n'))
  await daybook.run(['import', 'scans', file])
  return {
    daybook,
    async unsynced() {
      const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/scans/unsynced`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const { items }: { items: Unsynced[] } = JSON.parse(await answer.text())
      return items
    },
  }
}

const day = new Date(Date.now() - 2 * dayMs)
/** A day as it is typed: the day before yesterday. */
export const typedDay = `${day.getDate()}-${day.getMonth() + 1}-${day.getFullYear()}`

/** Fills in a bill of one line, in which all is right. */
export async function fillBill(page: Page, number: string): Promise<void> {
  const fields = {
    Seller: 'Acme Traders',
    'Bill number': number,
    'Bill date': typedDay,
    Total: '1,000',
    'Item of line 1': 'Toor Dal',
    'Quantity of line 1': '10 Nos',
    'Rate of line 1': '100',
  }
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}
