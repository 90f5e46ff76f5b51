import { describe, expect, test } from 'bun:test'
import { doubtLeftOver } from '../../src/reader/coverage.ts'
import type { ReadDocument } from '../../src/reader/page.ts'
import { drawnPage } from './drawn-page.ts'
import { top } from './bank/drawn-statement.ts'
import { review } from '../../src/reader/judge.ts'
import { readDocuments } from '../../src/reader/read-documents.ts'
import { read, shop } from './read-drawing.ts'

/* Each figure of a paper stands in the answer or follows from it. Figures that are left over are doubts. */

const goods = `
1    Besan 1 kg       1106    20     84.54     1,690.80
2    Jaggery 1 kg     1701    50     58.02     2,901.00
3    Poha Thick       1904    10     45.20       452.00`

function bill(foot: string, lines = goods): string {
  return `
                     TAX INVOICE
Vishal Wholesale
GSTIN: 27ARZPV1134P1ZQ
Invoice No. VW/118                Date 05-Nov-2026

Sl   Item             HSN     Qty    Rate      Amount${lines}
${foot}
                              for Vishal Wholesale`
}

const foot = `
                              Taxable Value    5,043.80
                              CGST @ 2.5%        126.10
                              SGST @ 2.5%        126.10
                              Total            5,296.00`

/** The doubts about a drawing. With `change`, those about a document that was read otherwise. */
function doubtsOf(drawing: string, change?: (document: ReadDocument) => ReadDocument): string[] {
  const page = drawnPage(drawing)
  const [document] = read(page)
  if (document === undefined) return ['Nothing was read.']
  const { doubts = [], head } =
    change === undefined ? document : doubtLeftOver(change(document), [page])
  return [...doubts, ...(head['total']?.doubts ?? [])]
}

/** As if the reader had missed a line. */
function without(index: number) {
  return (document: ReadDocument) => ({ ...document, lines: document.lines.toSpliced(index, 1) })
}

describe('nothing is left over', () => {
  test('in the parts of a quantity below a name', () => {
    const parts = goods.replace('1,690.80', '1,690.80\n     11.37 + 8.63')
    expect(doubtsOf(bill(foot, parts))).toEqual([])
  })

  test('where the figures are those of the lines and of the sums below them', () => {
    expect(doubtsOf(bill(foot))).toEqual([])
  })

  test('of a tax summary by HSN, of carried-forward sums and of taxes for each rate', () => {
    const summary = `${foot}
HSN        Taxable       CGST 2.5%      SGST 2.5%
1106       1,690.80      42.27          42.27
1701       2,901.00      72.53          72.53
Carried forward          4,591.80`
    expect(doubtsOf(bill(summary))).toEqual([])
  })

  test('of a debt before this bill, of the money given for it and of the change', () => {
    const paid = `${foot}
                              Old balance      1,204.00
                              Net due          6,500.00
                              Cash             5,500.00
                              Change             204.00`
    expect(doubtsOf(bill(paid))).toEqual([])
  })

  test('of savings, percentages and weights', () => {
    const small = `${foot}
                              You saved          311.45
                              Weight              80.125
                              Interest            24.00 %`
    expect(doubtsOf(bill(small))).toEqual([])
  })
})

describe('a row of figures that is in no line is a doubt', () => {
  const missed = expect.stringContaining('was not read as a line')

  test('among the lines', () => {
    expect(doubtsOf(bill(foot), without(1))).toEqual([missed])
  })

  test('above the first line and below the last', () => {
    expect(doubtsOf(bill(foot), without(0))).toEqual([missed])
    expect(doubtsOf(bill(foot), without(2))).toEqual([missed])
  })

  test('on a statement of account', () => {
    const statement = `${top}
Date         Narration          Chq./Ref.No.     Withdrawal     Deposit       Balance
02/08/2026   NEFT DR-TEJAS      N869897271735    9,020.00                     848,442.96
03/08/2026   BY CASH            118              5,652.00                     842,790.96
04/08/2026   UPI                117044           100.00                       842,690.96
             Page total                          14,772.00`
    expect(doubtsOf(statement)).toEqual([])
    expect(doubtsOf(statement, without(1))).toEqual([missed])
  })
})

describe('the total is doubted beside a figure that nothing explains', () => {
  test('if that figure is larger', () => {
    const other = `${foot}
                              Gesamt           7,815.00`
    expect(doubtsOf(bill(other))).toEqual([
      'Total: ₹7,815.00 stands there too, and no figure that was read explains it.',
    ])
  })

  test('also if the figures that were read make the total', () => {
    const [document] = read(
      drawnPage(bill(`${foot}\n                              Gesamt           7,815.00`)),
    )
    const doubts = document === undefined ? [] : review(document, shop).doubts
    expect(doubts.map(({ key }) => key)).toEqual(['total'])
  })

  test('if that figure is called a total', () => {
    const other = `${foot}
                              Grand total      4,815.00`
    expect(doubtsOf(bill(other))).toHaveLength(1)
  })
})

test('a number of the head that stands in a line is a doubt', () => {
  const page = drawnPage(bill(foot))
  const [document] = read(page)
  const code = document?.lines[0]?.['hsn']
  if (document === undefined || code === undefined) throw new Error('No code was read.')
  expect(document.head['invoice_no']?.doubts).toBeUndefined()
  const taken = { ...document, head: { ...document.head, po_no: code } }
  expect(doubtLeftOver(taken, [page]).head['po_no']?.doubts).toEqual([
    'Order number: “1106” stands in a line.',
  ])
})

function doubtsOfNames(drawing: string, key: string) {
  return read(drawnPage(drawing))[0]?.lines.map((line) => line[key]?.doubts?.length ?? 0)
}

describe('a text that reaches further from its line than the other texts do is a doubt', () => {
  test('at the last line of a page', () => {
    const drawing = `${top}
Date         Narration          Chq./Ref.No.     Withdrawal     Deposit       Balance
02/08/2026   NEFT DR-TEJAS      N869897271735    9,020.00                     848,442.96
03/08/2026   BY CASH            118              5,652.00                     842,790.96
04/08/2026   UPI PUNE           117044           100.00                       842,690.96
             Blatt 1 von 2`
    expect(doubtsOfNames(drawing, 'narration')).toEqual([0, 0, 1])
  })

  test('and none where other lines have as many rows', () => {
    const drawing = `${top}
Date         Narration          Chq./Ref.No.     Withdrawal     Deposit       Balance
02/08/2026   NEFT DR-TEJAS      N869897271735    9,020.00                     848,442.96
             ELECTRICALS
03/08/2026   BY CASH            118              5,652.00                     842,790.96
04/08/2026   UPI PUNE           117044           100.00                       842,690.96
             SNACKS`
    expect(doubtsOfNames(drawing, 'narration')).toEqual([0, 0, 0])
  })
})

test('a name without a label at the head of a statement is the holder if it is what the shop is called', () => {
  const rows = `
Date         Narration          Chq./Ref.No.     Withdrawal     Deposit       Balance
02/08/2026   NEFT DR-TEJAS      N869897271735    9,020.00                     848,442.96
03/08/2026   BY CASH            118              5,652.00                     842,790.96`
  const doubts = (name: string) => {
    const page = drawnPage(`
STATE BANK OF INDIA
${name}
Account No : 220602172677${rows}`)
    const file = { pages: [page], attachments: [] }
    const [statement] = readDocuments(file, { ...shop, ownName: 'Kulkarni General Stores' })
    return statement?.head['account_name']?.doubts
  }
  expect(doubts('KULKARNI GENERAL STORES')).toBeUndefined()
  expect(doubts('Konto Nave')).toHaveLength(1)
})
