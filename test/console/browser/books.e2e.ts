import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { omSai, sampleMappings, stranger } from '../../support/bridge.ts'
import { executable } from '../../support/executable.ts'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, owner } from './console.ts'
import { expectSoon, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** A server, a bridge, a fake Tally and a browser start, and rounds are made: on a busy machine, in milliseconds. */
const booksLimitMs = 300_000

/** How often the page looks how the books are, in milliseconds. */
const lookAgainMs = 15_000

/** What a shop says once, before its first bill: three ledgers of its books, beside the seller's. */
const ledgers = ['Purchase 5%', 'Input CGST', 'Input SGST'] as const

const tally = untilEnd(await openFakeTally())
const daybook = untilEnd(await openConsole())

test('bills whose ledgers nobody has named are in Tally after a click for each, one key on Today for all sellers that are sure, and the next one by itself', async () => {
  await addBill('OSW/118')
  await addBill('PCH/7', stranger)
  const folder = join(daybook.dir, 'bridge')
  const { page, problems, close } = await daybook.visitSignedIn()
  await page.clock.install()
  await openPage(page, '/books', 'Books')
  await page.getByRole('button', { name: 'Show the commands', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const code = await dialog.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'I have run the first command', exact: true }).click()
  const at = ['--tally', tally.url, '--daybook', daybook.url, '--bridge-data', folder]
  await daybook.run(['bridge', 'pair', 'tally', ...at], `${code}\n`)
  const bridge = runBridge(folder)
  try {
    for (const { name } of [omSai, stranger]) {
      await shownInTime(page, page.getByRole('button', { name: `It is ${name}`, exact: true }))
    }
    await openPage(page, '/', 'Today')
    await page.getByText('Are these 2 the same in your accounts?').first().waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Undo: / }).waitFor()
    await openPage(page, '/books', 'Books')
    for (const name of ledgers) {
      const answer = page.getByRole('button', { name: `It is ${name}`, exact: true })
      await shownInTime(page, answer)
      await answer.click()
    }
    await shownInTime(page, page.getByText('Nothing waits for you'))
    await addBill('OSW/119')
    await entered(page, 'OSW/119')
    await entered(page, 'OSW/118')
    const references = tally.vouchers().map(({ header }) => header['REFERENCE'])
    expect(references.toSorted()).toEqual(['OSW/118', 'OSW/119', 'PCH/7'])
    expect(problems).toEqual([])
  } finally {
    await close()
    bridge.kill()
    await bridge.exited
  }
})

test('a file that was imported is confirmed by a click, and what it held is delivered', async () => {
  await addBill('OSW/120')
  const key = await bridgeKey('Bridge to files')
  const folder = join(daybook.dir, 'files-bridge')
  const to = join(daybook.dir, 'files')
  const at = ['--daybook', daybook.url, '--bridge-data', folder]
  await daybook.run(['bridge', 'pair', 'folder', '--to', to, '--as', 'zoho', ...at], key)
  const mappings = join(daybook.dir, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(sampleMappings))
  const write = ['bridge', 'run', '--once', '--bridge-data', folder, '--mappings', mappings]
  await daybook.run(write)
  const file = readdirSync(to).find((name) => name.endsWith('.csv')) ?? ''
  const page = await daybook.signedInPage()
  await openPage(page, '/books', 'Books')
  await page.getByText('Writes files').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: `I have imported it: ${file}`, exact: true }).click()
  await page.getByText('Imported. Noted within a minute.').waitFor()
  await daybook.run(write)
  expect(readdirSync(join(to, 'imported')).toSorted()).toEqual([file, `${file}.manifest.json`])
  await entered(page, 'OSW/120')
})

/** Waits until the page shows it by itself. The page looks again every quarter of a minute, and its clock is moved on so far. */
async function shownInTime(page: Page, shown: Locator): Promise<void> {
  const look = async () => {
    if (!(await shown.first().isVisible())) await page.clock.fastForward(lookAgainMs)
    return await shown.first().isVisible()
  }
  await expectSoon(look, true, booksLimitMs)
}

/** Waits until a document is listed in the books. */
async function entered(page: Page, number: string): Promise<void> {
  const row = page.getByRole('link', { name: `${omSai.name}, ${number}`, exact: true })
  const listed = async () => {
    await openPage(page, '/books?tab=entered', 'Books')
    await page.getByRole('columnheader', { name: 'Voucher' }).or(noneYet(page)).waitFor()
    return await row.count()
  }
  await expectSoon(listed, 1, booksLimitMs)
}

function noneYet(page: Page) {
  return page.getByText('Nothing went in yet')
}

async function bridgeKey(name: string): Promise<string> {
  const of = ['--user', owner.email, '--service', 'scan-export', '--all-users']
  return (
    await daybook.run(['key', 'create', ...of, '--scope', 'scans:import', '--name', name])
  ).trim()
}

function runBridge(folder: string) {
  const words = ['bridge', 'run', '--every', '1', '--bridge-data', folder]
  return Bun.spawn([executable, ...words], { stdio: ['ignore', 'ignore', 'ignore'] })
}

async function addBill(number: string, seller = omSai): Promise<void> {
  const file = join(daybook.dir, 'bill.jsonl')
  const bill = {
    user: owner.email,
    category: 'vendor_invoice',
    filename: `${number.replace('/', '-')}.pdf`,
    raw: {
      invoice_metadata: {
        'Invoice No': number,
        'Invoice Date': '2026-11-03',
        'Vendor Name': seller.name,
        GSTIN: seller.gstin,
        'Taxable Value': '1000.00',
        CGST: '25.00',
        SGST: '25.00',
        Total: '1050.00',
      },
      line_items: [
        { Description: 'Rice', Qty: '2', Rate: '500', Amount: '1000.00', 'GST %': '5%' },
      ],
    },
  }
  writeFileSync(file, JSON.stringify(bill))
  await daybook.run(['import', 'scans', file])
}
