import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../../client.ts'
import { useRefresh } from '../../../components/hooks.ts'
import { messageOf, Refusal } from '../../../refusal.ts'
import type { ShownDocument } from '../data.ts'
import { rawOf, type RawDocument } from './draft.ts'
import { outcomeOf, type Outcome } from './queue/outcome.ts'
import { checked, withComputed, type Finding } from './sums.ts'
import type { Bill } from './use-bill.ts'

type Correction = { raw: RawDocument; startedFrom: string; confirmed: Finding[] }

export type SaveOptions = {
  /** Whether the findings are confirmed: the paper says so. */
  isConfirmed?: boolean
  /** Whether the next document of the queue follows. */
  isNext?: boolean
  /** The replaced version, if it is not the first one shown. */
  startedFrom?: string
}

type Saving = {
  bill: Bill
  shown: ShownDocument
  /** The version shown at the start. */
  version: string
  onSaved: (isNext: boolean, outcome: Outcome) => Promise<void>
}

/** Saves the form. */
export function useSaving({ bill, shown: { id, filename }, version, onSaved }: Saving) {
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: ({ correction }: { correction: Correction; isNext: boolean }) =>
      ask(api.documents({ id }).correct.post(correction)),
    async onSuccess(saved, { isNext }) {
      await onSaved(isNext, outcomeOf(filename, saved))
      await refresh()
    },
  })
  const submit = ({ isConfirmed = false, isNext = false, startedFrom = version }: SaveOptions) => {
    if (save.isPending) return
    const { latest, kind, against } = bill
    const draft = withComputed(latest.current, checked(latest.current, kind.category, against))
    const made = rawOf(draft)
    setProblem('problem' in made ? made.problem : null)
    if ('problem' in made) return
    const contradicted = isConfirmed ? checked(draft, kind.category, against).findings : []
    const confirmed = [...bill.doubts.confirmed(isConfirmed), ...contradicted]
    save.mutate({ correction: { raw: made.raw, startedFrom, confirmed }, isNext })
  }
  const isOverrun = save.error instanceof Refusal && save.error.field === 'startedFrom'
  const refusal = problem ?? (save.isError && !isOverrun ? messageOf(save.error) : null)
  return { submit, isSaving: save.isPending, isOverrun, refusal }
}
