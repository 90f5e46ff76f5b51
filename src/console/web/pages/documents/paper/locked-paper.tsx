import { Button, Group, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import type { PaperOf } from './data.ts'
import { NoPaper } from './no-paper.tsx'

/** Asks for the password of a PDF to show its pages: nothing is read, and nothing is kept. */
export function LockedPaper({ id }: PaperOf) {
  const [password, setPassword] = useState('')
  const open = useCommand({
    run: (given: string) => ask(api.documents({ id }).pages.post({ password: given })),
    refused: 'Its pages are not shown',
  })
  return (
    <NoPaper
      below={
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (password !== '') open.mutate(password)
          }}
        >
          <Group gap="xs" align="flex-end" justify="center">
            <PasswordInput
              size="xs"
              w="14rem"
              label="Password, to look at it"
              autoComplete="off"
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
            <Button size="xs" type="submit" loading={open.isPending}>
              Show its pages
            </Button>
          </Group>
        </form>
      }
    >
      This PDF is locked by a password.
    </NoPaper>
  )
}
