import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../refusal.ts'
import { EntryCard } from '../../shell/entry-card.tsx'

type CodeFormProps = { refusal: Error | null; onCode: (code: string) => void }

/** For whoever opened the page without the link, or with one that does not work any more. */
export function CodeForm({ refusal, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState('')
  return (
    <EntryCard
      title="Set up Daybook"
      lead="Daybook showed a set-up code when it started, on the computer that it runs on."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onCode(typed.trim())
        }}
      >
        <Stack>
          {refusal !== null && (
            <Alert color="red" role="alert">
              {messageOf(refusal)}
            </Alert>
          )}
          <TextInput
            label="Set-up code"
            placeholder="ABCD-EFGH"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">Go on</Button>
          <Text size="sm" c="dimmed">
            A code works once, for 30 minutes. <Code>daybook setup-link</Code> prints a new one.
          </Text>
        </Stack>
      </form>
    </EntryCard>
  )
}
