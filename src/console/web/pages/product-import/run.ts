import { useEffect, useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { withoutLocal } from './local-images.ts'
import {
  asMade,
  firstRowsBySku,
  madeBefore,
  pieceFrom,
  resultOf,
  type Input,
  type RowResult,
  type Skus,
} from './rows.ts'

export type Run = {
  results: readonly RowResult[]
  total: number
  state: 'idle' | 'running' | 'stopped' | 'done'
  /** Why it stopped, when nobody wished it. */
  error: unknown
}

const idle: Run = { results: [], total: 0, state: 'idle', error: null }

/** Sends the rows of a file piece by piece and shows how far it is; what stopped goes on where it was. */
export function useRun(onDone?: () => void) {
  const [run, setRun] = useState(idle)
  // Another number when what runs is no longer wanted.
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  const go = async (input: Input, before: Before) => {
    const mine = ++turn.current
    const isStopped = () => turn.current !== mine
    let results = [...before.results]
    setRun({ results, total: input.rows.length, state: 'running', error: null })
    try {
      for await (const told of sentPieces(input, before)) {
        if (isStopped()) break
        results = [...results, ...told]
        setRun((now) => ({ ...now, results }))
      }
      if (!isStopped()) setRun((now) => ({ ...now, state: 'done' }))
    } catch (error) {
      if (!isStopped()) setRun((now) => ({ ...now, state: 'stopped', error }))
    }
    onDone?.()
  }
  return {
    run,
    start: (input: Input) => void go(input, { results: [], isAgain: false }),
    goOn: (input: Input) => void go(input, { results: run.results, isAgain: true }),
    reset() {
      turn.current++
      setRun(idle)
    },
  }
}

/** What was told before something stopped it; the answer to the piece behind it may have been lost. */
type Before = { results: readonly RowResult[]; isAgain: boolean }

/**
 * Sends the rows that have no result yet, a piece at a time, and yields the results of each piece. Throws what the server
 * refuses; what was told before stays true.
 */
async function* sentPieces(input: Input, before: Before): AsyncGenerator<RowResult[]> {
  const skus: Skus = { firstRow: firstRowsBySku(input), created: new Set() }
  const done = before.results.length
  const sentBefore = before.isAgain ? pieceFrom(input, done) : []
  const made = madeBefore(sentBefore, input.expected)
  for (let start = done; start < input.rows.length;) {
    const rows = pieceFrom(input, start)
    start += rows.length
    const good = rows.filter(({ fault }) => fault === null)
    const { results } =
      good.length === 0 ? { results: [] } : await sendPiece({ ...input, rows: good })
    // A product and its first variant may be of one row of another shop's file.
    const byRow = new Map(good.map((row, i) => [row, results[i]]))
    const told = rows.map((row) => resultOf(input, row, byRow.get(row), skus))
    yield told.map((result) => asMade(result, made.get(result.row)))
  }
}

export function sendPiece({ columns, rows, images, dryRun, asOf }: Input) {
  return ask(
    api['product-import'].post({
      columns: [...columns],
      rows: rows.map(({ cells }) => withoutLocal(columns, cells, images)),
      dryRun,
      ...(asOf !== undefined && { asOf }),
    }),
  )
}
