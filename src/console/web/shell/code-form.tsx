import { Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { messageOf } from '../refusal.ts'
import { EntryCard } from './entry-card.tsx'

type CodeFormProps = {
  title: string
  /** Where the code is from. */
  lead: string
  label: string
  /** The page was opened by a link, which is being checked. */
  isOpening: boolean
  isChecking: boolean
  refusal: Error | null
  onCode(code: string): void
  /** How long a code works, and what to do without one. */
  children: ReactNode
}

/** For whoever opened the page without the link, or with one that does not work any more. */
export function CodeForm({
  title,
  lead,
  label,
  isOpening,
  isChecking,
  refusal,
  onCode,
  children,
}: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal !== null) input.current?.focus()
  }, [refusal])
  if (isOpening) {
    return (
      <EntryCard title={title}>
        <Loader aria-label="Checking the link" />
      </EntryCard>
    )
  }
  return (
    <EntryCard title={title} lead={lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onCode(typed.trim())
        }}
      >
        <Stack>
          <TextInput
            label={label}
            placeholder="ABCD-EFGH-JKMN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            ref={input}
            error={refusal === null ? null : messageOf(refusal)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" loading={isChecking}>
            Go on
          </Button>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </Stack>
      </form>
    </EntryCard>
  )
}
