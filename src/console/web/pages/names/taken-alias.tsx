import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Refusal } from '../../refusal.ts'
import type { Chosen } from './entry-select.tsx'
import type { NameKind } from './names-query.ts'
import { words } from './words.ts'

/** A name that is an alias of another entry until now. */
type Taken = { name: string; holder: Chosen }

/**
 * Asks before an entry takes a name that is an alias of another one. `require` throws Refusal at the field `name`, once
 * for a name: who sends it again means it. `takenBy` is the entry that a typed name would be taken from.
 */
export function useTakenAlias(kind: NameKind, ownId?: string) {
  const [asked, setAsked] = useState<Taken | null>(null)
  const takenBy = (typed: string) => (asked?.name === typed.trim() ? asked.holder : null)
  return {
    takenBy,
    async require(typed: string): Promise<void> {
      if (takenBy(typed) !== null) return
      const name = typed.trim()
      const { holder } = await ask(api.names['alias-holder'].get({ query: { kind, name } }))
      if (holder === null || holder.id === ownId) return
      setAsked({ name, holder })
      throw new Refusal(`“${name}” is an alias of “${holder.name}”.`, 409, 'name')
    },
  }
}

type TakenAliasProps = { kind: NameKind; holder: Chosen | null; onOpen: (holder: Chosen) => void }

/** What happens to an alias whose name is taken, and the way to whose it is. */
export function TakenAlias({ kind, holder, onOpen }: TakenAliasProps) {
  if (holder === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">
        A name comes before an alias: documents that say so would no longer be handed over with “
        {holder.name}”. If it is the same {words[kind].one}, leave it there.
      </Text>
      <Group mt="xs">
        <Button
          size="xs"
          variant="default"
          className="wrapping-button"
          onClick={() => onOpen(holder)}
        >
          Show “{holder.name}”
        </Button>
      </Group>
    </Alert>
  )
}
