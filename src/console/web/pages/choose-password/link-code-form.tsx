import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../refusal.ts'
import { EntryCard } from '../../shell/entry-card.tsx'

type LinkCodeFormProps = { refusal: Error | null; onCode: (code: string) => void }

/** For whoever opened the page without the link, or with one that does not work any more. */
export function LinkCodeForm({ refusal, onCode }: LinkCodeFormProps) {
  const [typed, setTyped] = useState('')
  return (
    <EntryCard title="Choose your password" lead="An owner gave you a link, or a code.">
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
            label="Code"
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
            A code works once, for 7 days. You have a password already?{' '}
            <Anchor component={Link} to="/sign-in" size="sm" underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </EntryCard>
  )
}
