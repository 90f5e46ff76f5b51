import { useEffect, useRef, useState } from 'react'
import { newKey } from '../../../new-key.ts'

/** A photo of a page; `address` shows it as long as it is there. */
export type Shot = { key: string; file: File; address: string }

export function shotOf(file: File): Shot {
  return { key: newKey(), file, address: URL.createObjectURL(file) }
}

/** The photos that were taken, in order; the next one takes the place of the one that is `retaken`. */
export function useShots() {
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [retaken, retake] = useState<string | null>(null)
  useForgotten(shots)
  return {
    shots,
    retaken,
    retake,
    add(shot: Shot) {
      setShots((before) =>
        before.some(({ key }) => key === retaken)
          ? before.map((each) => (each.key === retaken ? shot : each))
          : [...before, shot],
      )
      retake(null)
    },
    remove: (key: string) => setShots((before) => before.filter((shot) => shot.key !== key)),
  }
}

/** The browser keeps a photo until it is told that nobody looks at it any more. */
function useForgotten(shots: readonly Shot[]): void {
  const shown = useRef(shots)
  useEffect(() => {
    for (const { address } of shown.current.filter((shot) => !shots.includes(shot))) {
      URL.revokeObjectURL(address)
    }
    shown.current = shots
  }, [shots])
  useEffect(() => () => shown.current.forEach(({ address }) => URL.revokeObjectURL(address)), [])
}
