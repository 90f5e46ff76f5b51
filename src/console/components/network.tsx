import { Alert, Box, Group, Radio, Stack, Text, Button } from '@mantine/core'
import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { QrCode, Copyable, CopyButton } from './copy.tsx'
import { t } from '../language/language.ts'
import { api, ask } from '../client.ts'
import { showRefusal } from './commands.tsx'
import { withPassword } from './with-password.tsx'

export type NetworkAccess = 'this computer' | 'network'

/** The props that Mantine's form gives to a field. */
type NetworkChoiceProps = { value?: string; defaultValue?: string; error?: ReactNode }

/** Whether other computers can reach Daybook. */
export function NetworkChoice(field: NetworkChoiceProps) {
  return (
    <Radio.Group
      label={t('May other computers and phones on your network open Daybook?')}
      {...field}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="network"
          label={t('Yes, other computers too')}
          description={t('They still have to sign in, and programs need a key.')}
        />
        <Radio
          value="this computer"
          label={t('No, only this computer')}
          description={t('Nothing else on the network reaches it.')}
        />
      </Stack>
    </Radio.Group>
  )
}

type AddressesProps = {
  addresses: readonly string[]
  /** Whether a phone can open the addresses right away. Not before it trusts the shop's certificate. */
  hasCode?: boolean
}

/** Daybook's addresses for other computers, and possible obstacles. */
export function Addresses({ addresses, hasCode = true }: AddressesProps) {
  const [first, ...others] = addresses
  return (
    <>
      {first !== undefined && (
        <Copyable
          title={t('On other computers and phones')}
          value={first}
          label={t('Copy the address')}
        />
      )}
      {others.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">{t('If that one is not found, one of these is:')}</Text>
          {others.map((address) => (
            <AddressRow key={address} address={address} />
          ))}
        </Stack>
      )}
      <PhoneCode
        addresses={hasCode ? addresses : []}
        title={t('Open it on a phone')}
        label={t('The address of Daybook, for a phone')}
      >
        {t('Scan this with the phone’s camera. The phone must be on the same Wi-Fi.')}
      </PhoneCode>
      <Alert
        color="cyan"
        icon={<IconInfoCircle aria-hidden />}
        title={t('Try it now from another computer')}
      >
        <Stack gap="xs">
          <Text size="sm">
            {t(
              'Open the address in a browser there: Daybook’s sign-in page appears. Both must be on the same network.',
            )}
          </Text>
          <Text size="sm">
            {t(
              'Windows may ask whether Daybook may be reached: allow it for private networks. If it was refused before, allow Daybook under “Allow an app through Windows Firewall”.',
            )}
          </Text>
        </Stack>
      </Alert>
    </>
  )
}

type PhoneCodeProps = {
  addresses: readonly string[]
  title: string
  label: string
  children: ReactNode
}

/** An address as a QR code. It uses the IP address, because not every phone resolves names in a small network. */
function PhoneCode({ addresses, title, label, children }: PhoneCodeProps) {
  const address = addresses.find((one) => /\/\/[\d.]+(:|\/|$)/.test(one)) ?? addresses[0]
  if (address === undefined) return null
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <Box w={132} style={{ flexShrink: 0 }}>
        <QrCode value={address} label={label} />
      </Box>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="sm">{children}</Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
      </Stack>
    </Group>
  )
}

function AddressRow({ address }: { address: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <CopyButton
        value={address}
        label={t('Copy')}
        name={t('Copy {{address}}', { address })}
        size="compact-xs"
      />
    </Group>
  )
}

/** A QR code of the page that makes a device trust the shop. Nothing without addresses. */
export function TrustCode({ addresses }: { addresses: readonly string[] }) {
  return (
    <PhoneCode
      addresses={addresses}
      title={t('Tell a phone or computer to trust this shop')}
      label={t('The page that helps a device to trust Daybook')}
    >
      {t(
        'Scan this with the phone’s camera, or open the address there. The page has the certificate, says what to do on that device, and notices when it trusts Daybook.',
      )}
    </PhoneCode>
  )
}

type Network = Awaited<ReturnType<typeof switchHttps>>

/** For a shop that was just set up: no device has to sign in again, and no program is refused. */
export function HttpsOffer({ onDone }: { onDone(network: Network): void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => switchHttps(true),
    onSuccess: onDone,
    onError: (error) => showRefusal(error),
  })
  return (
    <Alert color="yellow" icon={<IconLock aria-hidden />} title={t('Encrypt it at once')}>
      <Stack gap="xs">
        <Text size="sm">
          {t(
            'Passwords and keys cross the network as they are: whoever is on the same Wi-Fi can read them. With HTTPS nobody can; each phone and computer is told once to trust this shop.',
          )}
        </Text>
        <Group>
          <Button size="xs" loading={isPending} onClick={() => mutate()}>
            {t('Switch HTTPS on')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** A page on another computer loses its address, so it goes to the new one. */
export async function switchHttps(isOn: boolean) {
  const network = await withPassword(() => ask(api.network.https.post({ isOn })))
  const { hostname, protocol } = window.location
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const wanted = isOn ? 'http:' : 'https:'
  const [next] = isOn ? network.https.rootPages : network.addresses
  if (!isHere && protocol === wanted && next !== undefined) window.location.assign(next)
  return network
}
