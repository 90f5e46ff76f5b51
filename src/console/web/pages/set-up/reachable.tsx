import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Copyable } from '../../parts/copyable.tsx'
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
            Only this computer reaches Daybook, at {thisComputer}.
          </Alert>
        )}
        <Button onClick={() => void startAfresh()}>Open Daybook</Button>
      </Stack>
    </EntryCard>
  )
}

export function Addresses({ addresses }: Pick<Done, 'addresses'>) {
  const [first, ...others] = addresses
  return (
    <>
      {first !== undefined && (
        <Copyable title="On other computers and phones" value={first} label="Copy the address" />
      )}
      {others.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">If that one is not found, one of these is:</Text>
          <List size="sm" withPadding>
            {others.map((address) => (
              <List.Item key={address}>{address}</List.Item>
            ))}
          </List>
        </Stack>
      )}
      <Alert
        color="cyan"
        icon={<IconInfoCircle aria-hidden />}
        title="Try it now from another computer"
      >
        <Stack gap="xs">
          <Text size="sm">
            Open the address in a browser there: Daybook’s sign-in page appears. Both must be on the
            same network.
          </Text>
          <Text size="sm">
            Windows may ask whether Daybook may be reached: allow it for private networks. If it was
            refused before, allow Daybook under “Allow an app through Windows Firewall”.
          </Text>
        </Stack>
      </Alert>
    </>
  )
}
