import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../client.ts'
import { t } from '../language/language.ts'
import { showRefusal } from './commands.tsx'
import { PhoneCode } from './network.tsx'
import { withPassword } from './with-password.tsx'

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
