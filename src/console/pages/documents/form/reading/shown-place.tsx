import { useEffect, useEffectEvent, useId } from 'react'
import type { ReadDocument } from '../../data.ts'
import { useShowSpot } from '../../paper/spot.tsx'
import { labelOf } from '../fields.ts'
import type { Place } from '../places.ts'
import { elementAt, type Bill } from '../use-bill.ts'
import { isSamePlace } from './doubts.ts'
import { explanationAt, explanationText } from './explained.ts'

/** Shows the value's spot on the paper and says how it was read: over the paper, and as a description of the field for screen readers. */
export function ShownPlace({ bill, read }: { bill: Bill; read: ReadDocument }) {
  const id = useId()
  const show = useShowSpot()
  const { draft, doubts, seen } = bill
  const isDoubtful = doubts.open.some(({ place }) => seen !== undefined && isSamePlace(place, seen))
  const explanation = seen === undefined ? undefined : explanationAt(read, draft, seen)
  const how = explanation === undefined ? '' : explanationText(explanation)
  const update = useEffectEvent(() => {
    if (seen === undefined || explanation === undefined) return show(null)
    const { page, box } = explanation
    show({ page, box, says: `${nameOf(bill, seen)}: ${how}`, isDoubtful })
  })
  useEffect(() => update(), [seen, how, isDoubtful])
  useEffect(() => () => show(null), [show])
  useDescription(bill, how === '' ? undefined : seen, id)
  return (
    <div id={id} className="visually-hidden">
      {how}
    </div>
  )
}

/** Adds a description to those of the field itself. */
function useDescription({ form }: Bill, place: Place | undefined, id: string): void {
  // At every render, because the field's own descriptions may have changed.
  useEffect(() => {
    const field = place === undefined ? null : elementAt(form.current, place)
    if (field === null) return undefined
    describe(field, [...othersThan(id, field), id])
    return () => describe(field, othersThan(id, field))
  })
}

function othersThan(id: string, field: HTMLElement): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.filter((other) => other !== id)
}

function describe(field: HTMLElement, ids: readonly string[]): void {
  if (ids.length === 0) field.removeAttribute('aria-describedby')
  else field.setAttribute('aria-describedby', ids.join(' '))
}

function nameOf({ draft, kind }: Bill, { line, key }: Place): string {
  if (line === null) {
    const other = draft.others.find(({ id }) => id === key)
    return other?.label ?? kind.labels[key] ?? labelOf('metadata', key)
  }
  const column = draft.columns.find(({ id }) => id === key)
  return column?.label ?? labelOf('line', key)
}
