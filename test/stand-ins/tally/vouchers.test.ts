import { describe, expect, test } from 'bun:test'
import { fakeTally, field, imported, itemInvoice, rows, voucher, type Sent } from './client.ts'

/* What becomes of a voucher that is sent: taken, refused, kept as an exception, or quietly another one. */

const entries = 'ALLLEDGERENTRIES.LEDGERNAME,ALLLEDGERENTRIES.AMOUNT'
const everything = {
  type: 'Voucher',
  fetch: `NARRATION,PARTYLEDGERNAME,VOUCHERNUMBER,ISCANCELLED,GUID,${entries}`,
  filters: ['$AlterID > 0'],
}
const refused = { CREATED: '0', ALTERED: '0', ERRORS: '0', EXCEPTIONS: '1' }

describe('7: what an export shows', () => {
  test('its own REMOTEID, the narration to the last space, and the bank as the party of a payment', async () => {
    using tally = await fakeTally()
    const head =
      '<PARTYLEDGERNAME>Om Sai Wholesale</PARTYLEDGERNAME><NARRATION> Paid  [DB:k1] </NARRATION>'
    await imported(tally, voucher({ key: 'db1-k1', head }))
    const [row] = await rows(tally, everything)
    expect(row?.attributes['REMOTEID']).toBe('3f0f6a52-6d1b-4b0e-9a57-27c1a4d0be01-00000001')
    expect(row?.children.find(({ name }) => name === 'NARRATION')?.text).toBe(' Paid  [DB:k1] ')
    expect(field(row, 'PARTYLEDGERNAME')).toBe('HDFC Bank Current A/c')
  })

  test('entries in both lists, one level deep or whole, and nothing two levels deep', async () => {
    using tally = await fakeTally()
    await imported(tally, itemInvoice())
    const fetch = 'LEDGERENTRIES.LEDGERNAME,ALLINVENTORYENTRIES.ACCOUNTINGALLOCATIONS.LEDGERNAME'
    const [row] = await rows(tally, { ...everything, fetch: `${entries},${fetch}` })
    const listed = (list: string): string[] =>
      (row?.children ?? [])
        .filter(({ name }) => name === list)
        .map((entry) => field(entry, 'LEDGERNAME'))
    const direct = ['Om Sai Wholesale', 'Input CGST', 'Input SGST']
    expect(listed('LEDGERENTRIES.LIST')).toEqual(direct)
    expect(listed('ALLLEDGERENTRIES.LIST')).toEqual([...direct, 'Purchase 5%'])
    expect(row?.children.find(({ name }) => name === 'ALLINVENTORYENTRIES.LIST')?.children).toEqual(
      [],
    )
  })
})

describe('8: a resend after a change', () => {
  test('makes a deleted voucher anew, under a new GUID', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    await imported(tally, voucher({ key: 'db1-k1', action: 'Delete' }))
    expect(await imported(tally, voucher({ key: 'db1-k1' }))).toMatchObject({ CREATED: '1' })
    expect(tally.vouchers().map(({ guid }) => guid.slice(-8))).toEqual(['00000002'])
  })

  test('brings a cancelled voucher back, whose entries were gone', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    const cancelled = await imported(tally, voucher({ key: 'db1-k1', action: 'Cancel' }))
    expect(cancelled).toMatchObject({ ALTERED: '1', CANCELLED: '0' })
    const [row] = await rows(tally, everything)
    expect(field(row, 'ISCANCELLED')).toBe('Yes')
    expect(field(row, 'ALLLEDGERENTRIES.LIST', 'LEDGERNAME')).toBe('')
    expect(await imported(tally, voucher({ key: 'db1-k1' }))).toMatchObject({ ALTERED: '1' })
    const [back] = await rows(tally, everything)
    expect(field(back, 'ISCANCELLED')).toBe('No')
    expect(field(back, 'ALLLEDGERENTRIES.LIST', 'AMOUNT')).toBe('-100.00')
    expect(field(back, 'GUID')).toBe(field(row, 'GUID'))
  })
})

test('8: Cancel of what is not there makes a voucher that is cancelled', async () => {
  using tally = await fakeTally()
  const answer = await imported(tally, voucher({ key: 'db1-k1', action: 'Cancel' }))
  expect(answer).toMatchObject({ CREATED: '1', CANCELLED: '0', ERRORS: '0' })
  expect(tally.vouchers().map(({ isCancelled }) => isCancelled)).toEqual([true])
})

describe('6: invoices with items', () => {
  test('are altered by their key, or doubled: a switch, since nobody has measured it', async () => {
    using altering = await fakeTally()
    await imported(altering, itemInvoice())
    expect(await imported(altering, itemInvoice())).toMatchObject({ ALTERED: '1' })
    using doubling = await fakeTally({ upsertsItemInvoices: false })
    await imported(doubling, itemInvoice())
    expect(await imported(doubling, itemInvoice())).toMatchObject({ CREATED: '1' })
    expect(doubling.vouchers()).toHaveLength(2)
  })
})

describe('11: ALLLEDGERENTRIES in an invoice with items', () => {
  test('vanish under clean counters', async () => {
    using tally = await fakeTally()
    const answer = await imported(tally, itemInvoice({ list: 'ALLLEDGERENTRIES.LIST' }))
    expect(answer).toMatchObject({ CREATED: '1', ERRORS: '0', EXCEPTIONS: '0' })
    expect(tally.vouchers()[0]?.lists.map(({ name }) => name)).toEqual(['ALLINVENTORYENTRIES.LIST'])
  })
})

describe('12: masters that are missing', () => {
  const missing: [string, string, string | undefined][] = [
    ['ledger', voucher({ entries: [{ ledger: 'Nobody', amount: '-1.00' }] }), "Ledger 'Nobody'"],
    ['item', itemInvoice({ item: 'Nothing' }), "Stock Item 'Nothing'"],
    ['unit', itemInvoice({ unit: 'Barrel' }), "Unit 'Barrel'"],
    ['godown', itemInvoice({ godown: '<GODOWNNAME>Nowhere</GODOWNNAME>' }), "Godown 'Nowhere'"],
    ['voucher type', voucher({ type: 'Purchases' }), "Voucher Type 'Purchases'"],
  ]

  test.each(missing)('a %s is named', async (_kind, content, named) => {
    using tally = await fakeTally()
    const answer = await imported(tally, content)
    expect(answer).toMatchObject({ ...refused, LINEERROR: `${named} does not exist!` })
    expect(tally.vouchers()).toEqual([])
  })

  test('no godown at all is counted, and not told', async () => {
    using tally = await fakeTally()
    const answer = await imported(tally, itemInvoice({ godown: '' }))
    expect(answer).toMatchObject(refused)
    expect(answer['LINEERROR']).toBeUndefined()
  })

  test('of three vouchers the other two go in, in their order', async () => {
    using tally = await fakeTally()
    const wrong = voucher({ entries: [{ ledger: 'Nobody', amount: '-1.00' }] })
    const answer = await imported(tally, voucher() + wrong + voucher())
    expect(answer).toMatchObject({ CREATED: '2', ERRORS: '0', EXCEPTIONS: '1', LASTVCHID: '2' })
    expect(tally.vouchers().map(({ alterId }) => alterId)).toEqual([1, 2])
  })
})

describe('13: sums', () => {
  const unbalanced = [
    { ledger: 'Suspense', amount: '-100.00' },
    { ledger: 'Cash', amount: '99.99' },
  ]

  test('an unbalanced voucher is refused, one without entries too', async () => {
    using tally = await fakeTally()
    const answer = await imported(tally, voucher({ entries: unbalanced }))
    expect(answer).toMatchObject({ ...refused, LINEERROR: 'Voucher Totals do not match!' })
    const empty = await imported(tally, voucher({ entries: [] }))
    expect(empty).toMatchObject({ ...refused, LINEERROR: 'No entries in Voucher!' })
  })
})

describe('14: days', () => {
  test('are yyyymmdd, and within the books', async () => {
    expect(await dated('20261102')).toBe('taken')
    expect(await dated('02-11-2026')).toBe('Voucher date is missing')
    expect(await dated('20261131')).toBe('Voucher date is missing')
    expect(await dated('20250331')).toBe('Date is not within the financial period')
  })

  test('without a licence are the 1st, the 2nd and the 31st', async () => {
    const days = ['20261001', '20261002', '20261031', '20261030']
    const told = await Promise.all(days.map((day) => dated(day, { isEducational: true })))
    expect(told).toEqual(['taken', 'taken', 'taken', 'Voucher date is missing'])
  })
})

describe('15: an import exception', () => {
  test('is kept outside the books, and a person finishes it later: then a resend would have doubled', async () => {
    using tally = await fakeTally()
    const wrong: Sent = {
      head: '<NARRATION>Paid [DB:k1]</NARRATION>',
      entries: [
        { ledger: 'Nobody', amount: '-100.00' },
        { ledger: 'Cash', amount: '100.00' },
      ],
    }
    await imported(tally, voucher(wrong))
    expect(await rows(tally, everything)).toEqual([])
    const [held] = tally.companies()[0]?.held.values() ?? []
    expect(held?.reason).toBe("Ledger 'Nobody' does not exist!")
    tally.person.finishesException(held?.id ?? 0, (sent) => renamed(sent, 'Nobody', 'Suspense'))
    const [row] = await rows(tally, everything)
    expect(field(row, 'NARRATION')).toBe('Paid [DB:k1]')
    expect(tally.companies()[0]?.held.size).toBe(0)
  })
})

function renamed<Node extends { text: string; children: Node[] }>(
  node: Node,
  from: string,
  to: string,
): Node {
  const children = node.children.map((child) => renamed(child, from, to))
  return { ...node, text: node.text === from ? to : node.text, children }
}

async function dated(date: string, sent: Parameters<typeof fakeTally>[0] = {}): Promise<string> {
  using tally = await fakeTally(sent)
  const answer = await imported(tally, voucher({ date }))
  return answer['CREATED'] === '1' ? 'taken' : (answer['LINEERROR'] ?? '')
}
