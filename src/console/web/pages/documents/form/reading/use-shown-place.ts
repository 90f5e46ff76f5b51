import { useEffectEvent, useEffect, type FocusEvent, useState } from 'react'
import type { ReadDocument } from '../../data.ts'
import { useShowSpot } from '../../paper/spot.tsx'
import { labelOf } from '../fields.ts'
import type { Place } from '../places.ts'
import { placeOf, type Bill } from '../use-bill.ts'
import { isSamePlace } from './doubts.ts'
import { explanationAt, explanationText } from './explained.ts'

/** Shows on the paper where the value of the field stands that has the focus, and says how it was read. */
export function useShownPlace(bill: Bill, read: ReadDocument) {
  const [place, setPlace] = useState<Place>()
  const show = useShowSpot()
  const { draft, doubts } = bill
  const doubt = doubts.open.find((open) => place !== undefined && isSamePlace(open.place, place))
  const explanation = place === undefined ? undefined : explanationAt(read, draft, place)
  const says =
    place === undefined || explanation === undefined
      ? ''
      : `${nameOf(bill, place)}: ${explanationText(explanation)}`
  const update = useEffectEvent(() =>
    show(
      explanation === undefined
        ? null
        : { page: explanation.page, box: explanation.box, says, isDoubtful: doubt !== undefined },
    ),
  )
  useEffect(() => update(), [place, says, doubt])
  useEffect(() => () => show(null), [show])
  return ({ target }: FocusEvent) => setPlace(placeOf(target))
}

function nameOf({ draft, kind }: Bill, { line, key }: Place): string {
  if (line === null) {
    const other = draft.others.find(({ id }) => id === key)
    return other?.label ?? kind.labels[key] ?? labelOf('metadata', key)
  }
  const column = draft.columns.find(({ id }) => id === key)
  return column?.label ?? labelOf('line', key)
}
