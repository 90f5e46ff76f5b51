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
  /** The error that stopped the run, unless the user stopped it. */
  error: unknown
}

const idle: Run = { results: [], total: 0, state: 'idle', error: null }

/** Sends the rows of a file piece by piece and shows the progress. A stopped run goes on where it stopped. */
export function useRun(onDone?: () => void) {
  const [run, setRun] = useState(idle)
  // Changes when the running import is no longer wanted.
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

/** The results before an interruption. The answer to the next piece may have been lost. */
type Before = { results: readonly RowResult[]; isAgain: boolean }

/**
 * Sends the rows that have no result yet, piece by piece, and yields the results of each piece. Throws what the server
 * refuses. Earlier results stay valid.
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
    // One row of another shop's file may give a product and its first variant.
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
