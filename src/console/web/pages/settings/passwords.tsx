import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { When } from '../../components/values.tsx'
import { type KeptPasswords, passwordsQuery } from './data.ts'
import { RemovableCard } from './removable-card.tsx'

/** Passwords of locked PDFs that owners have kept: whose files they are tried on, never what they are. */
export function PasswordsCard() {
  const passwords = useQuery(passwordsQuery)
  return (
    <SectionCard
      title="Kept passwords"
      lead="They open locked PDFs, such as statements of banks. One is kept where an owner enters it and says so. They are encrypted, and no backup holds the key."
    >
      <Loaded query={passwords} pending={<Skeleton height={80} />}>
        {({ items }) => (
          <Stack>
            {items.length === 0 && (
              <Text size="sm" c="dimmed">
                None is kept.
              </Text>
            )}
            {items.map((kept) => (
              <Kept key={kept.id} kept={kept} />
            ))}
          </Stack>
        )}
      </Loaded>
    </SectionCard>
  )
}

function Kept({ kept }: { kept: KeptPasswords['items'][number] }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const { id, sender, bank, keptBy, keptAt, usedAt, isUsable } = kept
  const what = bank === '' ? 'Locked PDFs' : bank
  const forget = () =>
    confirm({
      title: `Forget the password of ${what}?`,
      children: `Daybook asks for it again when ${sender} sends a locked file. What was read stays.`,
      action: 'Forget it',
      done: 'The password is forgotten.',
      run: async () =>
        client.setQueryData(
          passwordsQuery.queryKey,
          await ask(api.settings.passwords({ id }).delete.post()),
        ),
    })
  return (
    <RemovableCard action="Forget…" onRemove={forget}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {what}
      </Text>
      <Text size="sm">Tried on files of {sender}</Text>
      <Text size="sm" c="dimmed">
        Kept by {keptBy} <When at={keptAt} dateOnly />; last opened a file{' '}
        <When at={usedAt} dateOnly />
      </Text>
      {!isUsable && (
        <Text size="sm" c="var(--mantine-color-error)">
          It cannot be opened: the data was restored without the key that it was encrypted with.
          Forget it, and enter it again.
        </Text>
      )}
    </RemovableCard>
  )
}
