import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, ask } from '../../client.ts'
import { EntryCard } from '../../shell/entry-card.tsx'
import { ChoosePasswordForm } from './choose-password-form.tsx'
import { LinkCodeForm } from './link-code-form.tsx'

/** From an owner's link or its code to a password, and signed in. */
export function ChoosePasswordPage() {
  const [code, setCode] = useState(useTokenOfLink())
  const check = useQuery({
    queryKey: ['choose-password', code],
    queryFn: () => ask(api['choose-password'].check.post({ code })),
    enabled: code !== '',
    retry: false,
    // Once the password is chosen the link is used: it must not be asked for again.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (check.isFetching && check.data === undefined) {
    return (
      <EntryCard title="Choose your password">
        <Loader aria-label="Checking the link" />
      </EntryCard>
    )
  }
  return check.data === undefined ? (
    <LinkCodeForm refusal={check.error} onCode={setCode} />
  ) : (
    <ChoosePasswordForm code={code} user={check.data} />
  )
}

/** What stands behind `#`; it then goes from the address, so that nobody reads it off the screen or the history. */
function useTokenOfLink(): string {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') window.history.replaceState(window.history.state, '', '/choose-password')
  }, [hash])
  return hash
}
