import { describe, expect, test } from 'bun:test'
import { addUp } from '../../../src/paper/checks/add-up.ts'
import { tradeFacts } from '../../../src/paper/facts.ts'

const seller = '27AGDFO8688H1ZB'
const lines = [
  { qty: '4', rate: '450.50', gst_rate: '5%' },
  { qty: '30 Pkt', rate: '59.50', gst_rate: '18%', discount: '10%' },
]

describe('a bill adds up', () => {
  test('from quantities and rates, with the tax of its rates and the round-off', () => {
    const head = { gstin: seller, place_of_supply: 'Maharashtra', total: '3,788' }
    expect(addUp(tradeFacts({ category: 'vendor_invoice', head, lines }))).toEqual({
      lines: [
        { computedPaise: 180200, amountPaise: 180200 },
        { computedPaise: 160650, amountPaise: 160650 },
      ],
      taxablePaise: 340850,
      cgstPaise: 18964,
      sgstPaise: 18964,
      igstPaise: 0,
      cessPaise: 0,
      chargesPaise: 0,
      roundOffPaise: 22,
      totalPaise: 378800,
      printedTotalPaise: 378800,
      differencePaise: 0,
      taxKind: 'within a state',
    })
  })

  test('with IGST from another state, and says what the printed total is more', () => {
    const head = { gstin: seller, place_of_supply: '29-Karnataka', total: '3,800.00' }
    expect(addUp(tradeFacts({ category: 'vendor_invoice', head, lines }))).toMatchObject({
      cgstPaise: 0,
      igstPaise: 37927,
      totalPaise: 378800,
      differencePaise: 1200,
      taxKind: 'between states',
    })
  })
})
