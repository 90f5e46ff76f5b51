import { describe, expect, test } from 'bun:test'
import { sampleCompanies } from '../../../src/stand-ins/tally/sample-company.ts'
import {
  asked,
  collectionOf,
  company,
  fakeTally,
  field,
  importOf,
  imported,
  rows,
  told,
  voucher,
} from './client.ts'

/* Which company a request means, masters by their names, balances, and an older state. */

const companies = { type: 'Company', fetch: 'NAME,GUID,COMPANYNUMBER,BOOKSFROM,ALTVCHID' }
const everything = { type: 'Voucher', fetch: 'NARRATION', filters: ['$AlterID > 0'] }

describe('5: the company', () => {
  test('not named is the one that is loaded', async () => {
    using tally = await fakeTally()
    expect(await imported(tally, voucher(), { into: '' })).toMatchObject({ CREATED: '1' })
  })

  test('that is not loaded takes nothing, and has no rows under STATUS 1', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    tally.person.unloads(company)
    expect(await told(tally, importOf(voucher()))).toContain(
      'Could not set &apos;SVCurrentCompany&apos; to &apos;Kulkarni General Stores&apos;',
    )
    const answer = await asked(tally, collectionOf(everything))
    expect(field(answer, 'HEADER', 'STATUS')).toBe('1')
    expect(await rows(tally, everything)).toEqual([])
    expect(await rows(tally, companies)).toEqual([])
    tally.person.loads(company)
    expect(await rows(tally, everything)).toHaveLength(1)
  })

  test('with another name is refused, or gets what was meant for it: a switch, since both were seen', async () => {
    using refusing = await fakeTally()
    const refused = await imported(refusing, voucher(), { into: 'Anand & Sons' })
    expect(refused['CREATED']).toBeUndefined()
    expect(refused['LINEERROR']).toContain("'Anand & Sons'")
    expect(await rows(refusing, { ...everything, of: 'Anand & Sons' })).toEqual([])
    using posting = await fakeTally({ wrongCompanyOnWrite: 'postedIntoLoaded' })
    const taken = await imported(posting, voucher(), { into: 'Anand & Sons' })
    expect(taken).toMatchObject({ CREATED: '1', ERRORS: '0', EXCEPTIONS: '0' })
    expect(posting.vouchers()).toHaveLength(1)
  })

  test('that was split off has the GUID of the other, and a number and a name of its own', async () => {
    const [parent, child] = [...sampleCompanies(), ...sampleCompanies()]
    if (parent === undefined || child === undefined) throw new Error('There is a sample company.')
    Object.assign(child, { number: '10002', name: `${company} (2026-27)`, booksFrom: '20260401' })
    using tally = await fakeTally({ companies: [parent, child] })
    await imported(tally, voucher(), { into: child.name })
    const twins = await rows(tally, companies)
    const shown = (name: string): string[] => twins.map((row) => field(row, name))
    expect(new Set(shown('GUID')).size).toBe(1)
    expect(shown('COMPANYNUMBER')).toEqual(['10001', '10002'])
    expect(shown('BOOKSFROM')).toEqual(['20250401', '20260401'])
    expect(shown('ALTVCHID')).toEqual(['0', '1'])
  })

  test('says whether its Tally has a licence, and which release it is', async () => {
    using tally = await fakeTally({ isEducational: true })
    const compute = 'DBEDU: $$LicenseInfo:IsEducationalMode'
    const [row] = await rows(tally, { ...companies, compute })
    expect(field(row, 'DBEDU')).toBe('Yes')
    const [released] = await rows(tally, {
      ...companies,
      compute: 'RELEASE: @@VersionReleaseString',
    })
    expect(field(released, 'RELEASE')).toBe('7.1')
  })
})

describe('16: masters', () => {
  const masters = { report: 'All Masters' }

  test('Create of a name that is there alters it without a word', async () => {
    using tally = await fakeTally()
    const balance = '<OPENINGBALANCE>-1000.00</OPENINGBALANCE>'
    const first = await imported(tally, ledger('Rent', 'Indirect Expenses', balance), masters)
    expect(first).toMatchObject({ CREATED: '1', LASTMID: '0', LASTVCHID: '0' })
    const again = await imported(tally, ledger('rent', 'Direct Expenses'), masters)
    expect(again).toMatchObject({ CREATED: '0', ALTERED: '1', ERRORS: '0', EXCEPTIONS: '0' })
    const fetch = 'NAME,PARENT,OPENINGBALANCE'
    const [row] = await rows(tally, { type: 'Ledger', fetch, filters: ['$Name = "Rent"'] })
    expect(field(row, 'PARENT')).toBe('Direct Expenses')
    expect(field(row, 'OPENINGBALANCE')).toBe('-1000.00')
  })

  test('raise their own mark, by which a reader takes what is new', async () => {
    using tally = await fakeTally()
    const [before] = await rows(tally, { type: 'Company', fetch: 'ALTMSTID' })
    await imported(tally, ledger('Rent', 'Indirect Expenses'), masters)
    const filters = [`$AlterID > ${field(before, 'ALTMSTID')}`]
    const newer = await rows(tally, { type: 'Ledger', fetch: 'NAME,ALTERID', filters })
    expect(newer.map((row) => row.attributes['NAME'])).toEqual(['Rent'])
  })

  test('are not made by a voucher, nor below a group that is missing, nor without a name inside', async () => {
    using tally = await fakeTally()
    const orphan = await imported(tally, ledger('Rent', 'No Such Group'), masters)
    expect(orphan).toMatchObject({
      CREATED: '0',
      LINEERROR: "Group 'No Such Group' does not exist!",
    })
    const nameless =
      '<LEDGER NAME="Rent" ACTION="Create"><PARENT>Indirect Expenses</PARENT></LEDGER>'
    expect(await imported(tally, nameless, masters)).toMatchObject({ CREATED: '0', ERRORS: '1' })
  })

  test('are renamed by Alter with another name inside, and their vouchers follow', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    const alter = '<LEDGER NAME="Om Sai Wholesale" ACTION="Alter"><NAME>Om Sai & Co</NAME></LEDGER>'
    const answer = await imported(tally, alter.replace('&', '&amp;'), masters)
    expect(answer).toMatchObject({ CREATED: '0', ALTERED: '1' })
    const fetch = 'ALTERID,ALLLEDGERENTRIES.LEDGERNAME'
    const [row] = await rows(tally, { ...everything, fetch })
    expect(field(row, 'ALLLEDGERENTRIES.LIST', 'LEDGERNAME')).toBe('Om Sai & Co')
    expect(field(row, 'ALTERID')).toBe('1')
    const old = await rows(tally, {
      type: 'Ledger',
      fetch: 'GUID',
      filters: ['$Name = "Om Sai Wholesale"'],
    })
    expect(old).toEqual([])
  })

  test('lose dated details that have no date', async () => {
    using tally = await fakeTally()
    const details = '<LEDGSTREGDETAILS.LIST><GSTIN>27AAPFU0939F1ZV</GSTIN></LEDGSTREGDETAILS.LIST>'
    await imported(tally, ledger('Shree', 'Sundry Creditors', details), masters)
    const [row] = await rows(tally, { type: 'Ledger', fetch: '*', filters: ['$Name = "Shree"'] })
    expect(row?.children.map(({ name }) => name)).not.toContain('LEDGSTREGDETAILS.LIST')
  })

  test.each([
    ['profit & loss a/c', true],
    ['  Profit & Loss A/c ', true],
    ['Profit & Loss A c', true],
    ['Profit-&-Loss  A/c', true],
    ['Profit AND Loss A/c', false],
    ['Profit & Loss', false],
    ['Profit – Loss A/c', false],
  ])('the name "%s" reaches Profit & Loss A/c: %p', async (name, isFound) => {
    using tally = await fakeTally()
    const entries = [
      { ledger: name, amount: '-1.00' },
      { ledger: 'Cash', amount: '1.00' },
    ]
    expect((await imported(tally, voucher({ entries })))['CREATED']).toBe(isFound ? '1' : '0')
    const stored = JSON.stringify(tally.vouchers()[0]?.lists[0]?.children[0]?.text)
    if (isFound) expect(stored).toBe('"Profit & Loss A/c"')
  })
})

describe('22: balances', () => {
  test('stock is a text with its unit, its value negative, and nothing is blank', async () => {
    using tally = await fakeTally()
    const fetch = 'NAME,CLOSINGBALANCE,CLOSINGVALUE'
    const stock = await rows(tally, { type: 'StockItem', fetch })
    const oil = stock.find((row) => row.attributes['NAME'] === 'Sunflower Oil 1 L')
    expect(field(oil, 'CLOSINGBALANCE')).toBe('80 Pouch')
    expect(field(oil, 'CLOSINGVALUE')).toBe('-11120.00')
    const fan = stock.find((row) => row.attributes['NAME'] === 'Ceiling Fan 1200 mm')
    expect(fan?.children.map(({ name }) => name)).toContain('CLOSINGBALANCE')
    expect(field(fan, 'CLOSINGBALANCE')).toBe('')
  })

  test('say what they count, and names come with their aliases unasked', async () => {
    using tally = await fakeTally()
    const filters = ['$Name = "Sunflower Oil 1 L"']
    const asks = { type: 'StockItem', fetch: 'CLOSINGBALANCE,CLOSINGVALUE,OPENINGBALANCE', filters }
    const answer = await told(tally, collectionOf(asks))
    expect(answer).toContain('<CLOSINGBALANCE TYPE="Quantity">80 Pouch</CLOSINGBALANCE>')
    expect(answer).toContain('<OPENINGBALANCE TYPE="Quantity">80 Pouch</OPENINGBALANCE>')
    expect(answer).toContain('<CLOSINGVALUE TYPE="Amount">-11120.00</CLOSINGVALUE>')
    const [row] = await rows(tally, asks)
    const list = row?.children.find(({ name }) => name === 'LANGUAGENAME.LIST')?.children[0]
    expect(list?.children.map(({ text }) => text)).toEqual(['Sunflower Oil 1 L', 'S/F Oil 1L'])
  })

  // In the fields of an export; that a collection gives them so was not measured.
  test('price levels of a stock item are dated lists within it', async () => {
    using tally = await fakeTally()
    const list =
      '<DATE>20260401</DATE><PRICELEVEL>Web</PRICELEVEL><PRICELEVELLIST.LIST><RATE>120.00/Pouch</RATE></PRICELEVELLIST.LIST>'
    const item = `<STOCKITEM NAME="Sunflower Oil 1 L" ACTION="Alter"><FULLPRICELIST.LIST>${list}</FULLPRICELIST.LIST></STOCKITEM>`
    await imported(tally, item, { report: 'All Masters' })
    const filters = ['$Name = "Sunflower Oil 1 L"']
    const asks = { type: 'StockItem', fetch: 'FULLPRICELIST.*', filters }
    const answer = await told(tally, collectionOf(asks))
    expect(answer).toContain('<PRICELEVEL TYPE="String">Web</PRICELEVEL>')
    expect(answer).toContain('<RATE TYPE="Rate">120.00/Pouch</RATE>')
  })

  test('of a ledger are those of the vouchers in the books', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher() + voucher({ head: '<ISOPTIONAL>Yes</ISOPTIONAL>' }))
    const ledgers = await rows(tally, { type: 'Ledger', fetch: 'NAME,CLOSINGBALANCE' })
    const balance = (name: string): string =>
      field(
        ledgers.find((row) => row.attributes['NAME'] === name),
        'CLOSINGBALANCE',
      )
    expect(balance('HDFC Bank Current A/c')).toBe('100.00')
    expect(balance('Cash')).toBe('')
  })
})

describe('21: an older state', () => {
  test('has the marks of its day: a reader that remembers higher ones can tell', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    const kept = tally.snapshot()
    await imported(tally, voucher({ key: 'db1-k2' }))
    tally.restoreTo(kept)
    const [row] = await rows(tally, companies)
    expect(field(row, 'ALTVCHID')).toBe('1')
    expect(tally.vouchers().map(({ remoteId }) => remoteId)).toEqual(['db1-k1'])
    // What comes next gets the ids of what was lost.
    expect(await imported(tally, voucher({ key: 'db1-k3' }))).toMatchObject({ LASTVCHID: '2' })
  })
})

function ledger(name: string, parent: string, more = ''): string {
  return `<LEDGER NAME="${name}" ACTION="Create"><NAME>${name}</NAME><PARENT>${parent}</PARENT>${more}</LEDGER>`
}
