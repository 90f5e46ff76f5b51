import type { ReactNode } from 'react'
import type { Column } from '../columns.tsx'
import { type Bill, type BillLine, composeBill, type Wanted } from '../compose/bill.ts'
import type { Day } from '../compose/texts.ts'
import type { FontName } from '../fonts.ts'
import type { Kit } from '../kit.ts'
import { Also, C, Page, PaperDocument } from '../marks.tsx'
import { amountField, PartyFacts } from '../parts.tsx'
import type { Sheet } from '../printer.ts'
import { BillFacts } from '../sums.tsx'
import type { DocumentKind } from '../truth.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'

/* What most layouts share: a bill of one page, and the ways in which programs put things on it. */

type Given = {
  name: string
  css: string
  /** One of these by chance, of the usual ones where none are given. */
  fonts?: readonly FontName[]
  font?: FontName
  /** Points; by chance where it is not given. */
  size?: number
  wanted: (kit: Kit) => Wanted
  paper?: Sheet['paper']
  also?: readonly FontName[]
  kind?: DocumentKind
  category?: 'purchase_order'
}

type Parts = Given & {
  columns: (kit: Kit, bill: Bill) => Column[]
  Head: (printed: Printed) => ReactNode
  Foot?: (printed: Printed) => ReactNode
  /** Now and then columns stand in another order. */
  hasMovingColumns?: true
  below?: (line: BillLine, printed: Printed) => ReactNode
  /** What stands in the table behind the lines. */
  rows?: (printed: Printed, columns: number) => ReactNode
}

/** A layout of one page: what stands above the lines, their columns, and what stands below. */
export function onePage({ Head, Foot, below, ...parts }: Parts): Layout {
  return layoutOf({ ...parts, css: `${usualCss} ${parts.css}` }, (kit, bill) => {
    const columns = parts.columns(kit, bill)
    return (
      <UsualPaper
        kit={kit}
        bill={bill}
        kind={parts.kind ?? 'invoice'}
        category={parts.category ?? 'vendor_invoice'}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        below={below && ((line) => below(line, { kit, bill }))}
        foot={Foot && <Foot kit={kit} bill={bill} />}
        isFixed={parts.hasMovingColumns !== true}
      >
        {parts.rows?.({ kit, bill }, columns.length)}
      </UsualPaper>
    )
  })
}

/** A layout of one page whose lines stand otherwise than in one table. */
export function freePage({ Body, ...given }: Given & { Body: (printed: Printed) => ReactNode }) {
  return layoutOf(given, (kit, bill) => (
    <PaperDocument category={given.category ?? 'vendor_invoice'} kind={given.kind ?? 'invoice'}>
      <Page>
        <Body kit={kit} bill={bill} />
        <PartyFacts party={bill.seller} />
        <BillFacts bill={bill} />
      </Page>
    </PaperDocument>
  ))
}

function layoutOf(given: Given, paper: (kit: Kit, bill: Bill) => ReactNode): Layout {
  return {
    name: given.name,
    kind: 'bill',
    make(kit) {
      const bill = composeBill(kit.random, given.wanted(kit))
      return sheetOf(kit, paper(kit, bill), given.css, {
        ...given,
        ...(given.fonts !== undefined && { font: kit.random.pick(given.fonts) }),
      })
    },
  }
}

/** An amount that a program prints though it is zero: who leaves a zero out misses nothing. */
export function amountOrZero(kit: Kit, key: string, paise: number): ReactNode {
  if (paise !== 0) return amountField(kit, key, paise)
  return (
    <>
      {kit.money(0)}
      <Also of="head" fields={{ [key]: 0 }} />
    </>
  )
}

/** A column whose zeros are printed, and are not asked for. */
export function orZero(column: Column, key: string, of: (line: BillLine) => number, zero: string) {
  const cell: Column['cell'] = (line, index) => {
    if (of(line) !== 0) return column.cell(line, index)
    return (
      <>
        {zero}
        <Also of="line" fields={{ [key]: 0 }} />
      </>
    )
  }
  return { ...column, cell }
}

/** A column that has no name among those that are delivered. */
export function plain(
  heading: string,
  align: Column['align'],
  of: (line: BillLine, index: number) => string,
): Column {
  return { heading, align, cell: of }
}

/** Numbers of lines that nobody is asked for: they begin again, or have a point behind them. */
export function numbered(heading: string, behind = ''): Column {
  return {
    heading,
    align: 'l',
    cell: (_, index) => (
      <>
        {`${index + 1}${behind}`}
        <Also of="line" fields={{ sl_no: index + 1 }} />
      </>
    ),
  }
}

/** A day in each line. */
export function days(kit: Kit, heading: string, dayOf: (index: number) => Day): Column {
  return {
    heading,
    align: 'c',
    cell: (_, index) => (
      <C k="date" v={dayOf(index)}>
        {kit.day(dayOf(index))}
      </C>
    ),
  }
}

/** A day in each line that is another paper's: who takes it for the line's is right as well. */
export function otherDays(kit: Kit, heading: string, dayOf: (index: number) => Day): Column {
  return {
    heading,
    align: 'c',
    cell: (_, index) => (
      <>
        {kit.day(dayOf(index))}
        <Also of="line" fields={{ date: dayOf(index) }} />
      </>
    ),
  }
}

/** Codes of goods under a heading that need not mean them. */
export function codes(heading: string): Column {
  return {
    heading,
    align: 'l',
    cell: ({ code }) => (
      <>
        {code}
        <Also of="line" fields={{ item_code: code }} />
      </>
    ),
  }
}
