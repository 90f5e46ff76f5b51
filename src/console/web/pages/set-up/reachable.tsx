import { Alert, Button, Stack } from '@mantine/core'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Addresses } from '../../components/network.tsx'
import { Copyable } from '../../components/copy.tsx'
import { EntryCard } from '../../shell/entry-card.tsx'
import { useFreshStart } from '../../state.ts'
import type { Done } from './first-owner-form.tsx'

/** The end of the set-up: where Daybook is from now on. */
export function Reachable({ isOpen, thisComputer, addresses, problem }: Done) {
  const startAfresh = useFreshStart()
  return (
    <EntryCard title="Daybook is set up" width={600}>
      <Stack>
        {problem !== null && (
          <Alert
            color="yellow"
            icon={<IconInfoCircle aria-hidden />}
            title="Not on the network yet"
          >
            {problem} You can open it later in the settings.
          </Alert>
        )}
        {isOpen ? (
          <Addresses addresses={addresses} />
        ) : (
          <Alert color="cyan" icon={<IconCheck aria-hidden />}>
            Only this computer reaches Daybook.
          </Alert>
        )}
        <Copyable title="On this computer" value={thisComputer} label="Copy this address" />
        <Button onClick={() => void startAfresh()}>Open Daybook</Button>
      </Stack>
    </EntryCard>
  )
}
