// Makes a small book with the built executable and keeps its backup for the tests. Run `bun run build`, then `bun
// scripts/release/make-book.ts`, once before each release. Every later version must open the backup.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../package.json'

const root = join(import.meta.dir, '../..')
const executable = join(root, 'dist/daybook')
const books = join(root, 'test/upgrades/books')

const owner = 'owner@example.com'

/** What is imported, by kind; enough that each table that a customer minds has a row. */
const lists: Record<string, object[]> = {
  vendors: [{ name: 'Acme Traders', aliases: ['Acme'] }],
  rules: [{ type: 'label', from: 'Bill Ref', to: 'invoice_number' }],
  scans: ['A-1', 'A-2'].map((number) => ({
    user: owner,
    category: 'vendor_invoice',
    filename: `${number}.pdf`,
    raw: {
      invoice_metadata: { 'Bill No.': number, 'Vendor Name': 'Acme', Total: '₹ 1,050.00' },
      line_items: [{ Description: 'Rice', Qty: '2', Rate: '525.00', Amount: '1,050.00' }],
    },
  })),
  categories: [{ name: 'Staples' }],
  products: [{ sku: 'RICE-5', name: 'Rice 5 kg', mrp: 550, sale_price: 525, stock_quantity: 10 }],
  orders: [{ customer_name: 'Asha', items: [{ sku: 'RICE-5', quantity: 2 }] }],
}

const place = mkdtempSync(join(tmpdir(), 'daybook-book-'))
try {
  const setUp = ['setup', '--organisation', 'Acme Stores', '--owner', owner, '--password-stdin']
  run(setUp, 'a long enough password')
  for (const [kind, rows] of Object.entries(lists)) {
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    run(['import', kind, '-'], `${lines}\n`)
  }
  const created = ['key', 'create', '--user', owner, '--json', '--name', 'Tests', '--service']
  const { key: scanExport } = JSON.parse(run([...created, 'scan-export', '--all-users']))
  const { key: storefront } = JSON.parse(
    run([...created, 'storefront', '--scope', 'storefront:read', '--scope', 'orders:read']),
  )
  const { file } = JSON.parse(run(['backup', 'create', '--json']))
  mkdirSync(books, { recursive: true })
  const archive = await Bun.file(file).bytes()
  writeFileSync(
    join(books, `${manifest.version}.tar.zst`),
    Bun.zstdCompressSync(archive, { level: 19 }),
  )
  const keys = { scanExport, storefront }
  writeFileSync(join(books, `${manifest.version}.json`), `${JSON.stringify(keys)}\n`)
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** The output of a command. Throws if it fails. */
function run(args: string[], stdin = ''): string {
  const ran = Bun.spawnSync([executable, ...args, '--data', place], {
    stdin: new TextEncoder().encode(stdin),
    stderr: 'inherit',
  })
  if (!ran.success) throw new Error(`daybook ${args.join(' ')} failed.`)
  return ran.stdout.toString()
}
