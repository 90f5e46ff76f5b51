import { Checkbox, Stack } from '@mantine/core'
import type { Restore } from '../restore/data.ts'
import { t } from '../../language/language.ts'

type Revival = Restore['revivals'][number]

const revivalWords: Readonly<Record<Revival['kind'], (of: Revival) => string>> = {
  key: ({ name, email }) => t('The key {{name}} of {{email}} works again', { name, email }),
  user: ({ name, email }) => t('{{name}} ({{email}}) may sign in again', { name, email }),
  owner: ({ name, email }) => t('{{name}} ({{email}}) is an owner again', { name, email }),
  passkey: ({ name, email }) => t('The passkey {{name}} of {{email}} works again', { name, email }),
}

/** What was ended since the backup stays ended, but for what is ticked. */
export function Revivals({
  revivals,
  chosen,
  onChoose,
}: {
  revivals: readonly Revival[]
  chosen: string[]
  onChoose(ids: string[]): void
}) {
  if (revivals.length === 0) return null
  return (
    <Checkbox.Group
      label={t('Ended since this backup')}
      description={t('What you do not tick stays ended.')}
      value={chosen}
      onChange={onChoose}
    >
      <Stack gap="xs" mt="xs">
        {revivals.map((revival) => (
          <Checkbox
            key={revival.id}
            value={revival.id}
            label={revivalWords[revival.kind](revival)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
