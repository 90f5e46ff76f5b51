import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, ask } from '../../client.ts'
import { EntryCard } from '../../shell/entry-card.tsx'
import { CodeForm } from './code-form.tsx'
import { FirstOwnerForm, type Done } from './first-owner-form.tsx'
import { Reachable } from './reachable.tsx'

/** From the set-up link or its code to a shop whose owner is signed in. */
export function SetUpPage() {
  const [code, setCode] = useState(useTokenOfLink())
  const [done, setDone] = useState<Done | null>(null)
  const check = useQuery({
    queryKey: ['set-up', code],
    queryFn: () => ask(api['set-up'].check.post({ code })),
    enabled: code !== '' && done === null,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (done !== null) return <Reachable {...done} />
  if (check.isFetching && check.data === undefined) {
    return (
      <EntryCard title="Set up Daybook">
        <Loader aria-label="Checking the link" />
      </EntryCard>
    )
  }
  return check.data === undefined ? (
    <CodeForm refusal={check.error} onCode={setCode} />
  ) : (
    <FirstOwnerForm code={code} onDone={setDone} />
  )
}

/** What stands behind `#`; it then goes from the address, so that nobody reads it off the screen or the history. */
function useTokenOfLink(): string {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') window.history.replaceState(window.history.state, '', '/set-up')
  }, [hash])
  return hash
}
