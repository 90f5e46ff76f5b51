import { useMemo, useState } from 'react'
import type { Selection } from './table.tsx'

/** What a list is narrowed to, as the server takes it in its query. */
export type ListFilter = Readonly<Record<string, string>>

/** Which rows a command is for, as the server takes it: some of them, or all that fit a filter. */
export type Which = { ids: string[] } | { fit: ListFilter; atMost: number }

/** What is chosen in a list. */
export type Chosen<Row> = {
  /** How many, also on other pages. */
  count: number
  /** All that fit the filters, on every page: `rows` is empty then. */
  isAll: boolean
  /** Those that were chosen one by one. */
  rows: readonly Row[]
  which: Which
  clear(): void
}

type Choice<Row> = { rows: ReadonlyMap<string, Row>; allOf: string | null }

const none = { rows: new Map<string, never>(), allOf: null }

type ChosenRows<Row> = {
  chosen: Chosen<Row>
  selection: Selection<Row>
  chooseAll(): void
}

/**
 * What is chosen stays chosen on other pages and in other orders. "All that fit" is over as soon as something else is
 * looked for; taking one row away leaves those of the page.
 */
export function useChosen<Row extends { id: string }>(input: {
  filter: ListFilter
  shown: readonly Row[]
  total: number
  nameOf(row: Row): string
}): ChosenRows<Row> {
  const { filter, shown, total, nameOf } = input
  const [choice, setChoice] = useState<Choice<Row>>(none)
  const key = JSON.stringify(filter)
  const isAll = choice.allOf === key
  return useMemo(() => {
    const choose = (rows: readonly Row[], isChosen: boolean) =>
      setChoice({
        rows: changed(isAll ? shown : choice.rows.values(), rows, isChosen),
        allOf: null,
      })
    const rows = isAll ? [] : [...choice.rows.values()]
    return {
      chosen: {
        count: isAll ? total : rows.length,
        isAll,
        rows,
        which: isAll ? { fit: filter, atMost: total } : { ids: [...choice.rows.keys()] },
        clear: () => setChoice(none),
      },
      selection: { has: (id) => isAll || choice.rows.has(id), choose, nameOf },
      chooseAll: () => setChoice({ rows: none.rows, allOf: key }),
    }
  }, [choice, isAll, key, filter, shown, total, nameOf])
}

function changed<Row extends { id: string }>(
  before: Iterable<Row>,
  rows: readonly Row[],
  isChosen: boolean,
): ReadonlyMap<string, Row> {
  const after = new Map([...before].map((row) => [row.id, row]))
  for (const row of rows) {
    if (isChosen) after.set(row.id, row)
    else after.delete(row.id)
  }
  return after
}
