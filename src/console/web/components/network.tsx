import { Alert, Group, Radio, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Copyable, CopyButton } from './copy.tsx'

export type NetworkAccess = 'this computer' | 'network'

/** What a form gives: Mantine's form tells no more of a value than that. */
type NetworkChoiceProps = { value?: string; defaultValue?: string; error?: ReactNode }

/** Whether other computers may reach Daybook. */
export function NetworkChoice(field: NetworkChoiceProps) {
  return (
    <Radio.Group label="May other computers and phones on your network open Daybook?" {...field}>
      <Stack gap="sm" mt="xs">
        <Radio
          value="network"
          label="Yes, other computers too"
          description="They still have to sign in, and programs need a key."
        />
        <Radio
          value="this computer"
          label="No, only this computer"
          description="Nothing else on the network reaches it."
        />
      </Stack>
    </Radio.Group>
  )
}

/** Where other computers find Daybook, and what may be in the way. */
export function Addresses({ addresses }: { addresses: readonly string[] }) {
  const [first, ...others] = addresses
  return (
    <>
      {first !== undefined && (
        <Copyable title="On other computers and phones" value={first} label="Copy the address" />
      )}
      {others.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">If that one is not found, one of these is:</Text>
          {others.map((address) => (
            <AddressRow key={address} address={address} />
          ))}
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

function AddressRow({ address }: { address: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <CopyButton value={address} label="Copy" name={`Copy ${address}`} size="compact-xs" />
    </Group>
  )
}
