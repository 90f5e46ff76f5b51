import { useEffect, useRef, useState } from 'react'
import { sendRows, type Before, type RowResult, type Input } from './import-rows.ts'

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
      await sendRows(
        input,
        before,
        (told) => {
          results = [...results, ...told]
          if (!isStopped()) setRun((now) => ({ ...now, results }))
        },
        isStopped,
      )
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
