import type { Column } from '../columns.tsx'
import type { BillLine } from '../compose/bill.ts'
import { daysAfter } from '../compose/texts.ts'
import { Also, C } from '../marks.tsx'
import type { Printed } from './layout.ts'

/* Columns that several papers have, though no program prints them under a usual name. */

/** A column that has no name among those that are delivered. */
export function plain(
  heading: string,
  align: Column['align'],
  of: (line: BillLine, index: number) => string,
): Column {
  return { heading, align, cell: of }
}

type DaysAfterBill = (index: number, lines: number) => number

/** A day in each line. */
export function days(heading: string, after: DaysAfterBill, given: Partial<Column> = {}) {
  return ({ kit, bill }: Printed): Column => ({
    heading,
    align: 'c',
    ...given,
    cell: (_, index) => {
      const day = daysAfter(bill.date, after(index, bill.lines.length))
      return (
        <C k="date" v={day}>
          {kit.day(day)}
        </C>
      )
    },
  })
}

/** A day in each line that is another paper's: who takes it for the line's is right as well. */
export function otherDays(heading: string, after: DaysAfterBill, keys = ['date']) {
  return ({ kit, bill }: Printed): Column => ({
    heading,
    align: 'c',
    cell: (_, index) => {
      const day = daysAfter(bill.date, after(index, bill.lines.length))
      return (
        <>
          {kit.day(day)}
          <Also of="line" fields={Object.fromEntries(keys.map((key) => [key, day]))} />
        </>
      )
    },
  })
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

/** Items in tens, as large systems number them. */
export function tens(length: number, width?: number): Column {
  return {
    heading: 'Item',
    align: 'l',
    ...(width !== undefined && { width }),
    cell: (_, index) => (
      <C k="sl_no" v={(index + 1) * 10}>
        {String((index + 1) * 10).padStart(length, '0')}
      </C>
    ),
  }
}
