import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { openConsole, owner } from './console.ts'
import { openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const bill = {
  user: owner.email,
  category: 'vendor_invoice',
  filename: 'oil.pdf',
  raw: {
    invoice_metadata: {
      'Bill No': 'OSW/118',
      Date: '2026-08-03',
      Supplier: 'Om Sai',
      GSTIN: '27AGDFO8688H1ZB',
      'Taxable Value': '1,000.00',
      CGST: '25.00',
      SGST: '25.00',
      Total: '1,050.00',
    },
    line_items: [{ Description: 'Oil', Qty: '10', Rate: '100', 'GST %': '5', Amount: '1,000.00' }],
  },
}

const daybook = untilEnd(await openConsole())
const erpnext = untilEnd(await openFakeErpnext())
const file = join(daybook.dir, 'bill.jsonl')
await Bun.write(file, JSON.stringify(bill))
await daybook.run(['import', 'scans', file])
const pair = ['bridge', 'pair', 'erpnext', '--url', erpnext.url, '--daybook', daybook.url]
await daybook.run(pair, `${erpnext.token}\n${await makeKey()}\n`)

async function makeKey(): Promise<string> {
  const about = ['--user', owner.email, '--service', 'scan-export', '--name', 'Bridge']
  const scope = ['--scope', 'scans:import', '--all-users', '--json']
  const made: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...about, ...scope]))
  return made.key
}

const round = async () => await daybook.run(['bridge', 'run', '--once'])

describe('the page Books beside an ERPNext', () => {
  test('takes a click for each thing that nobody has said yet, and then the bill is there', async () => {
    await round()
    const page = await daybook.signedInPage()
    await openPage(page, '/books', 'Books')
    await page.getByText('ERPNext is ready.').waitFor()
    await page.getByLabel('More for Om Sai', { exact: false }).click()
    await page.getByRole('menuitem', { name: 'Make the ledger in ERPNext…' }).click()
    await page.getByText('whether ERPNext has it').waitFor()
    await page.keyboard.press('Escape')
    const asked = [
      'Om Sai Wholesale',
      'Purchase 5% - KGS',
      'Input Tax CGST - KGS',
      'Input Tax SGST - KGS',
    ]
    for (const name of asked) {
      const take = page.getByRole('button', { name: `It is ${name}`, exact: true })
      await take.click()
      await page.getByText(`Set to “${name}”. Entered`).waitFor()
      await round()
      await openPage(page, '/books', 'Books')
    }
    await openPage(page, '/books?tab=entered', 'Books')
    await page.getByRole('cell', { name: /^DB-[A-Z2-7]{26}/ }).waitFor()
    expect(erpnext.docs('Purchase Invoice')).toMatchObject([{ grand_total: 1050, docstatus: 0 }])
    await openPage(page, '/books?tab=known', 'Books')
    await page.getByRole('columnheader', { name: 'In ERPNext' }).waitFor()
  })
})
