import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useLinkCode } from './use-link-code.ts'

type Checked<Found> = { code: string; found: Found }

/** Whether the code of a link, or one that was typed, works. What was found stays until another code works. */
export function useCodeCheck<Found>(check: (code: string) => Promise<Found>) {
  const cameByLink = useLocation({ select: ({ hash }) => hash !== '' })
  const [isOpening, setOpening] = useState(cameByLink)
  const [checked, setChecked] = useState<Checked<Found> | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: check,
    onSuccess: (found, code) => setChecked({ code, found }),
    onSettled: () => setOpening(false),
  })
  const onCode = useCallback((code: string) => mutate(code), [mutate])
  useLinkCode(onCode)
  return { checked, isOpening, isChecking: isPending, refusal: error, onCode }
}
