import { describe, expect, test } from 'bun:test'
import { fakeTally, imported, voucher } from './client.ts'

/* Numbers and bills: what Tally makes of those that were sent. */

const refused = { CREATED: '0', ALTERED: '0', ERRORS: '0', EXCEPTIONS: '1' }

describe('10: numbers', () => {
  test('an automatic type gives its own', async () => {
    using tally = await fakeTally()
    const head = '<VOUCHERNUMBER>MINE-1</VOUCHERNUMBER>'
    await imported(tally, voucher({ head }) + voucher({ head }))
    expect(tally.vouchers().map(({ header }) => header['VOUCHERNUMBER'])).toEqual(['1', '2'])
  })

  test('a manual one keeps it, and refuses none and a taken one without a word', async () => {
    using tally = await fakeTally()
    expect(await imported(tally, manual('A-1', 'db1-k1'))).toMatchObject({ CREATED: '1' })
    const again = await imported(tally, manual('A-1', 'db1-k2'))
    expect(again).toMatchObject(refused)
    expect(again['LINEERROR']).toBeUndefined()
    const blank = await imported(tally, manual('', 'db1-k3'))
    expect(blank).toMatchObject(refused)
    expect(blank['LINEERROR']).toBeUndefined()
  })

  test('an alteration without one is an error, which is told', async () => {
    using tally = await fakeTally()
    await imported(tally, manual('A-1', 'db1-k1'))
    expect(await imported(tally, manual('', 'db1-k1'))).toMatchObject({
      ERRORS: '1',
      EXCEPTIONS: '0',
      LINEERROR: 'Voucher Number cannot be left BLANK!',
    })
  })

  test('an optional voucher gets a new one with each alteration, and stays optional', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    await imported(tally, voucher({ key: 'db1-k1', head: '<ISOPTIONAL>Yes</ISOPTIONAL>' }))
    await imported(tally, voucher({ key: 'db1-k1' }))
    const [only] = tally.vouchers()
    expect(only?.header['ISOPTIONAL']).toBe('Yes')
    expect(only?.header['VOUCHERNUMBER']).not.toBe('1')
  })
})

describe('17: bills are rewritten without a word', () => {
  test('dropped where the ledger keeps none', async () => {
    using tally = await fakeTally()
    expect(await imported(tally, bill('X', 'New Ref', '100.00', 'Suspense'))).toMatchObject({
      CREATED: '1',
    })
    expect(bills(tally.vouchers()[0])).toEqual([])
  })

  test('an advance on a known name becomes Agst Ref, with the date the bill first had', async () => {
    using tally = await fakeTally()
    await imported(tally, bill('OSW/118', 'New Ref', '100.00', undefined, '20261003'))
    await imported(tally, bill('OSW/118', 'Advance', '100.00', undefined, '20261101'))
    expect(bills(tally.vouchers()[1])).toEqual(['OSW/118 Agst Ref 20261003'])
  })

  test('a name On Account is dropped', async () => {
    using tally = await fakeTally()
    await imported(tally, bill('OSW/118', 'On Account', '100.00'))
    expect(bills(tally.vouchers()[0])).toEqual([' On Account '])
  })

  test('fields of somebody’s own are dropped', async () => {
    using tally = await fakeTally()
    await imported(
      tally,
      voucher({ head: '<UDF:OWN>1</UDF:OWN>', more: '<UDF:A.LIST><UDF:A>1</UDF:A></UDF:A.LIST>' }),
    )
    const [only] = tally.vouchers()
    expect(JSON.stringify(only)).not.toContain('UDF:')
  })
})

describe('13: sums of bills', () => {
  test('bills that do not add up to their entry are refused', async () => {
    using tally = await fakeTally()
    const answer = await imported(tally, bill('OSW/118', 'New Ref', '99.00'))
    expect(answer).toMatchObject({
      ...refused,
      LINEERROR: 'Bill - Allocation totals do not match!',
    })
  })
})

function manual(number: string, key: string): string {
  const head = number === '' ? '' : `<VOUCHERNUMBER>${number}</VOUCHERNUMBER>`
  return voucher({ key, type: 'Purchase Manual', head })
}

/** A purchase of 100.00 whose party entry has one bill. */
function bill(
  name: string,
  type: string,
  amount: string,
  ledger = 'Om Sai Wholesale',
  date = '',
): string {
  const dated = date === '' ? '' : `<BILLDATE>${date}</BILLDATE>`
  const inner = `<BILLALLOCATIONS.LIST><NAME>${name}</NAME><BILLTYPE>${type}</BILLTYPE><AMOUNT>${amount}</AMOUNT>${dated}</BILLALLOCATIONS.LIST>`
  return voucher({
    type: 'Purchase',
    entries: [
      { ledger, amount: '100.00', inner },
      { ledger: 'Purchase 0%', amount: '-100.00' },
    ],
  })
}

type Lists = { lists: readonly { children: readonly Named[] }[] }
type Named = { name: string; text: string; children: readonly Named[] }

function bills(of: Lists | undefined): string[] {
  const found = (of?.lists ?? [])
    .flatMap(({ children }) => children)
    .filter(({ name }) => name === 'BILLALLOCATIONS.LIST')
  return found.map(({ children }) => {
    const text = (name: string): string => children.find((child) => child.name === name)?.text ?? ''
    return `${text('NAME')} ${text('BILLTYPE')} ${text('BILLDATE')}`
  })
}
