import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { CopyButton } from './copy-button.tsx'
import { Copyable } from './copyable.tsx'

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
