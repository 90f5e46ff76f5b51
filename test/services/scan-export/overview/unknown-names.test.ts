import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import type { NameKind } from '../../../../src/names/rules.ts'
import { unknownNames } from '../../../../src/services/scan-export/overview/unknown-names.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { dayMs } from '../../../support/temporary-database.ts'

let service: ScanService
let find: ReturnType<typeof unknownNames>

beforeEach(() => {
  service = scanService()
  find = unknownNames(service.deps)
})

afterEach(async () => {
  await service[Symbol.asyncDispose]()
})

const namesOf = (kind: NameKind) => find(kind).names.map(({ name }) => name)
const learn = (kind: NameKind, name: string, ...aliases: string[]) =>
  service.database.write((conn) => addName(conn, kind, { name, aliases }, service.clock.now()))
const bill = (vendor_name: string) => service.addScan({ metadata: { vendor_name } })
const statement = (...lines: { [label: string]: string | number }[]) =>
  service.addScan({ category: 'bank_entry', lines })

describe('vendors that the list does not know', () => {
  test('are those of waiting bills, those of the most first, whatever their case', async () => {
    await bill('Zed Stores')
    for (const spelling of ['ACME TRADERS', 'Acme  Traders']) await bill(spelling)
    expect(find('vendor').names.map(({ name, scans }) => [name, scans])).toEqual([
      ['Acme  Traders', 2],
      ['Zed Stores', 1],
    ])
  })

  test('are known by a name or an alias at once', async () => {
    await bill('ACME')
    await bill('Zed Stores')
    await learn('vendor', 'Acme Traders', 'acme')
    expect(namesOf('vendor')).toEqual(['Zed Stores'])
    await learn('vendor', 'ZED STORES')
    expect(namesOf('vendor')).toEqual([])
  })

  test('may be another spelling of one whose name stands in them', async () => {
    await learn('vendor', 'Acme Traders')
    await bill('ACME TRADERS PVT LTD')
    expect(find('vendor').names).toMatchObject([{ likely: 'Acme Traders', source: 'document' }])
  })

  test('are read from bank rows, or guessed from the words of money that went out', async () => {
    await learn('vendor', 'Known Mills')
    const narration = 'UPI/DR/412345678901/SHREE GANESH TRADERS/shree@okaxis/PAY BILL'
    await statement(
      { narration, debit: 500 },
      { narration: 'UPI/DR/412345678902/KNOWN MILLS/km@ybl/PAY', debit: 100 },
      { narration: 'UPI/CR/412345678903/RAHUL SHARMA/rahul@ybl/GROCERY', credit: 80 },
      { narration: 'whatever', vendor_name: 'Ravi Agencies', credit: 80 },
    )
    expect(find('vendor').names).toMatchObject([
      { name: 'Ravi Agencies', source: 'bank row', likely: undefined },
      { name: 'SHREE GANESH TRADERS', source: 'narration', latest: { text: narration } },
    ])
  })

  test('go when their scan is synced or too old', async () => {
    const id = await bill('Acme Traders')
    await service.addScan({
      metadata: { vendor_name: 'Old' },
      createdAt: service.clock.now() - 29 * dayMs,
    })
    await service.mark([id])
    expect(namesOf('vendor')).toEqual(['Old'])
    service.clock.pass(2 * dayMs)
    expect(namesOf('vendor')).toEqual([])
  })

  test('name the newest scan that has them', async () => {
    const now = service.clock.now()
    const metadata = { vendor_name: 'Acme' }
    await service.addScan({ metadata, filename: 'old.pdf', createdAt: now - 3 * dayMs })
    const id = await service.addScan({ metadata, filename: 'new.pdf', createdAt: now - dayMs })
    const [acme] = find('vendor').names
    expect(acme?.latest).toEqual({
      scanId: id,
      filename: 'new.pdf',
      createdAt: now - dayMs,
      text: 'Acme',
    })
  })

  test('are nothing where a name cannot be stored', async () => {
    await bill('x'.repeat(201))
    await bill('  ')
    expect(find('vendor')).toEqual({ names: [], scans: 2, isAll: true })
  })
})

describe('products that the list does not know', () => {
  test('are the names on lines, else their descriptions; bank rows describe no goods', async () => {
    await learn('product', 'Basmati Rice 1 kg', 'BASMATI 1KG')
    await service.addScan({
      lines: [
        { product_name: 'Loose Rice', description: 'from the sack' },
        { description: 'Toor Dal' },
        { description: 'basmati  1kg' },
      ],
    })
    await statement({ description: 'Cheque', debit: 5 })
    expect(namesOf('product')).toEqual(['Loose Rice', 'Toor Dal'])
  })
})

test('only the newest scans are looked through, and it says so', async () => {
  const text = 'x'.repeat(1_500_000)
  for (const age of [1, 2, 3, 4]) {
    await service.addScan({
      metadata: { vendor_name: `Vendor ${age}`, note: text },
      createdAt: service.clock.now() - age * dayMs,
    })
  }
  expect(namesOf('vendor')).toEqual(['Vendor 1', 'Vendor 2'])
  expect(find('vendor')).toMatchObject({ scans: 2, isAll: false })
})
