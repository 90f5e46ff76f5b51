import { useEffect, useRef, useState } from 'react'
import { sendRows, type Before, type RowResult, type Wish } from './import-rows.ts'

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
  const go = async (wish: Wish, before: Before) => {
    const mine = ++turn.current
    const isStopped = () => turn.current !== mine
    let results = [...before.results]
    setRun({ results, total: wish.rows.length, state: 'running', error: null })
    try {
      await sendRows(
        wish,
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
    start: (wish: Wish) => void go(wish, { results: [], isAgain: false }),
    goOn: (wish: Wish) => void go(wish, { results: run.results, isAgain: true }),
    reset() {
      turn.current++
      setRun(idle)
    },
  }
}
