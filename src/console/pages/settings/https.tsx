import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useConfirm } from '../../components/commands.tsx'
import { switchHttps, TrustCode } from '../../components/https.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { When } from '../../components/values.tsx'
import type { NetworkState } from './data.ts'

type Shown = { network: NetworkState }

/** Encryption between this computer and the others, and the steps that the others need. */
export function HttpsSection({ network }: Shown) {
  const { state } = network.https
  return (
    <SectionCard title="Encryption (HTTPS)" lead={leads[state]}>
      {state === 'off' && <Off />}
      {state === 'on' && <On network={network} />}
      {state === 'own files' && (
        <Text size="sm">Daybook was started with a certificate of your own, in two files.</Text>
      )}
    </SectionCard>
  )
}

const leads = {
  off: 'Passwords and keys cross the network as they are: whoever is on the same Wi-Fi can read them.',
  on: 'Other computers and phones reach Daybook by HTTPS alone.',
  'own files': 'Everybody reaches Daybook by HTTPS.',
}

function Off() {
  const confirm = useConfirm()
  const switchOn = () =>
    confirm({
      title: 'Switch HTTPS on?',
      children:
        'Other computers and phones come by HTTPS alone from now on: each has to be told once to trust this shop, and everybody there signs in again. Programs on other computers that fetch documents or orders need the new address and the certificate; until then they are refused. On this computer nothing changes.',
      action: 'Switch it on',
      done: 'Daybook is encrypted on the network now.',
      run: () => switchHttps(true),
    })
  return (
    <Group>
      <Button leftSection={<IconLock size={16} aria-hidden />} onClick={switchOn}>
        Switch HTTPS on…
      </Button>
    </Group>
  )
}

function On({ network: { https } }: Shown) {
  const { root, rootPages } = https
  return (
    <Stack>
      <TrustCode addresses={rootPages} />
      {root !== null && (
        <Stack gap={4}>
          <Text size="sm">
            The certificate is called <b>{root.name}</b> and counts until{' '}
            <When at={root.until} dateOnly />. Its fingerprint, to compare on each device:
          </Text>
          <Code block className="copyable">
            {root.fingerprint}
          </Code>
        </Stack>
      )}
      <Group justify="space-between">
        <Anchor size="sm" href="/trust/daybook-root.crt" download>
          Download the certificate
        </Anchor>
        <SwitchOff />
      </Group>
      <Alert color="cyan" title="Programs on other computers">
        They need the address with https:// and have to trust the certificate too.{' '}
        <Anchor
          size="sm"
          underline="always"
          href="/docs/https#programs-that-use-the-api"
          target="_blank"
        >
          How, for each language
        </Anchor>
      </Alert>
    </Stack>
  )
}

function SwitchOff() {
  const confirm = useConfirm()
  const switchOff = () =>
    confirm({
      title: 'Switch HTTPS off?',
      children:
        'Passwords and keys cross the network without encryption again. Everybody on another computer signs in again, at the address with http://.',
      action: 'Switch it off',
      done: 'HTTPS is off.',
      run: () => switchHttps(false),
    })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLockOpen size={16} aria-hidden />}
      onClick={switchOff}
    >
      Switch HTTPS off…
    </Button>
  )
}
