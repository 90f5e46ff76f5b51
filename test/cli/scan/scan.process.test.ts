import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printSheets } from '../../../src/cli/demo/papers/write-papers.ts'
import { sheetsOf } from '../../../src/cli/demo/papers/sheet.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { filePasswords } from '../../../src/services/scan-export/service.ts'
import { listKept } from '../../../src/services/scan-export/reading/passwords/file-passwords.ts'
import { honestBill } from '../../support/bills.ts'
import { encrypted } from '../../support/encrypted.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { noon, setClock } from '../../support/temporary-database.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each file is read by a process of its own. */
setDefaultTimeout(120_000)

let shop: Shop
let folder: string
let bill: string
let cutOff: string

beforeAll(async () => {
  shop = await openShop()
  folder = mkdtempSync(join(tmpdir(), 'daybook-scan-'))
  const pdf = printSheets(sheetsOf(honestBill('A-41'), 'vendor_invoice'))
  bill = join(folder, 'bill.pdf')
  cutOff = join(folder, 'cut-off.pdf')
  writeFileSync(bill, pdf)
  writeFileSync(cutOff, pdf.subarray(0, 300))
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await shop.close()
})

/** A line a file. */
function scanned(stdout: string) {
  return stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

const rows = () => shop.database.read.all('SELECT id, category, filename, status FROM scans')

describe('daybook scan', () => {
  test('prints what a PDF says, with where it stands, and touches no data', async () => {
    const { code, stdout } = await runDaybook(['scan', '--json', bill])
    expect(code).toBe(0)
    const [read] = scanned(stdout)
    expect(read).toMatchObject({
      file: bill,
      documents: [
        {
          category: 'vendor_invoice',
          pages: [1],
          data: { invoice_metadata: { gstin: '27AAPFU0939F1ZV' } },
          explain: { 'invoice_metadata.GSTIN': { source: 'text', page: 1, confidence: 1 } },
        },
      ],
    })
    expect(read).not.toHaveProperty('id')
    expect(rows()).toEqual([])
  })

  test('is told for people with the source of each value', async () => {
    const { stdout } = await runDaybook(['scan', bill])
    expect(stdout).toMatch(/GSTIN\s+27AAPFU0939F1ZV\s+\(text, page 1\)/)
  })

  test('says why a file cannot be read, reads the others, and ends with 1', async () => {
    const missing = join(folder, 'missing.pdf')
    const { code, stdout, stderr } = await runDaybook(['scan', '--json', cutOff, missing, bill])
    expect([code, stderr.trim()]).toEqual([1, '2 of 3 could not be read.'])
    expect(scanned(stdout)).toMatchObject([
      { file: cutOff, reason: expect.any(String) },
      { file: missing, problem: 'missing' },
      { file: bill, documents: [{}] },
    ])
  })

  test('brings it into the book of a user, once, beside a server that runs', async () => {
    const args = ['scan', '--json', '--data', shop.dir.root, '--user', owner, bill]
    const first = scanned((await runDaybook(args)).stdout)
    expect(rows()).toMatchObject([
      { id: first[0]?.['id'], category: 'vendor_invoice', filename: 'bill.pdf' },
    ])
    expect(rows()).not.toMatchObject([{ status: 'pending' }])
    const again = scanned((await runDaybook(args)).stdout)
    expect([again[0]?.['id'], rows()]).toMatchObject([first[0]?.['id'], [{}]])
  })

  test('needs both, the data and whose documents they become', async () => {
    for (const args of [
      ['--user', owner],
      ['--data', shop.dir.root],
    ]) {
      expect((await runDaybook(['scan', ...args, bill])).code).toBe(2)
    }
    const nobody = ['--data', shop.dir.root, '--user', 'nobody@example.com']
    expect((await runDaybook(['scan', ...nobody, bill])).code).toBe(1)
  })

  test('opens a locked PDF by a password from standard input, which is no argument', async () => {
    const locked = join(folder, 'locked.pdf')
    const pdf = printSheets(sheetsOf(honestBill('L-1'), 'vendor_invoice'))
    writeFileSync(locked, await encrypted(pdf, 'KULK0104'))
    const without = await runDaybook(['scan', '--json', locked])
    expect(scanned(without.stdout)).toMatchObject([{ problem: 'password' }])
    const args = ['scan', '--json', '--password-stdin', locked]
    expect(scanned((await runDaybook(args, 'KULK0104\n')).stdout)).toMatchObject([
      { documents: [{ data: { invoice_metadata: { gstin: '27AAPFU0939F1ZV' } } }] },
    ])
    const wrong = await runDaybook(args, 'guessed\n')
    expect([wrong.code, scanned(wrong.stdout)]).toMatchObject([1, [{ problem: 'wrong password' }]])
  })

  test('notes that a kept password opened a file of its user', async () => {
    const locked = join(folder, 'kept.pdf')
    const pdf = printSheets(sheetsOf(honestBill('A-44'), 'vendor_invoice'))
    writeFileSync(locked, await encrypted(pdf, 'KULK0104'))
    const secrets = secretsIn(shop.dir.secretKey)
    const passwords = filePasswords({ database: shop.database, clock: setClock(), secrets })
    const file = { userId: shop.users.owner, hash: '' }
    passwords.give(file, 'KULK0104', shop.users.owner)
    await passwords.opened(file, 'KULK0104', '')
    const args = ['scan', '--json', '--data', shop.dir.root, '--user', owner, locked]
    expect((await runDaybook(args)).code).toBe(0)
    const [kept] = listKept(shop.database.read).all()
    expect(kept?.keptAt).toBe(noon)
    expect(kept?.usedAt).not.toBe(noon)
  })
})
