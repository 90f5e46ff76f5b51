import { Alert, Skeleton, Stack, Text, Anchor, Button, Code, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import {
  Addresses,
  NetworkChoice,
  type NetworkAccess,
  switchHttps,
  TrustCode,
} from '../../components/network.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { networkQuery, type NetworkState } from './data.ts'
import { When } from '../../components/values.tsx'

/** The computers that may reach Daybook, and its addresses. */
export function NetworkSection() {
  const network = useQuery(networkQuery)
  return (
    <Loaded query={network} pending={<Skeleton height={240} />}>
      {(data) => <Network network={data} />}
    </Loaded>
  )
}

function Network({ network }: { network: NetworkState }) {
  const { isOpen, isFixed, addresses, thisComputer } = network
  return (
    <Stack gap="lg" maw={760}>
      <PausedNote name="network.access" />
      <SectionCard title="Who may reach Daybook">
        {isFixed ? <Fixed isOpen={isOpen} /> : <AccessForm network={network} />}
      </SectionCard>
      <SectionCard
        title="Where it is"
        lead={
          isOpen
            ? `On this computer it is at ${thisComputer}.`
            : `Only this computer reaches it, at ${thisComputer}.`
        }
      >
        {isOpen ? (
          <Stack>
            <Addresses addresses={addresses} hasCode={network.https.state !== 'on'} />
          </Stack>
        ) : (
          <Text size="sm">
            Once it is open to the network, the addresses for other computers and phones stand here.
          </Text>
        )}
      </SectionCard>
      {isOpen && <HttpsSection network={network} />}
    </Stack>
  )
}

function Fixed({ isOpen }: { isOpen: boolean }) {
  return (
    <Alert color="cyan" icon={<IconLock aria-hidden />} title="Decided when Daybook was started">
      {isOpen ? 'Other computers may reach it' : 'Only this computer may reach it'}: it was started
      with --host or --lan, or daybook.toml says so. Start it without that to decide it here.
    </Alert>
  )
}

function AccessForm({ network }: { network: NetworkState }) {
  const confirm = useConfirm()
  const form = useForm<{ access: NetworkAccess }>({
    initialValues: { access: network.isOpen ? 'network' : 'this computer' },
  })
  const sent = useSentForm({
    form,
    send: (values) => withPassword(() => ask(api.network.post(values))),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Other computers reach Daybook now.',
  })
  const closeNetwork = () =>
    confirm({
      title: 'Close Daybook to other computers?',
      children: `Other computers, phones and the programs on them lose Daybook at once${isElsewhere() ? ', and so does this page: you are not at the computer that Daybook runs on' : ''}. Nothing is deleted, and it can be opened again here.`,
      action: 'Close it',
      done: 'Only this computer reaches Daybook now.',
      async run() {
        const values = { access: 'this computer' } as const
        await withPassword(() => ask(api.network.post(values)))
        form.resetDirty(values)
      },
    })
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    if (form.values.access === 'network') return sent.submit(event)
    event?.preventDefault()
    closeNetwork()
  }
  return (
    <PageForm sent={{ ...sent, submit }} action="Save" isDisabled={!form.isDirty()}>
      <NetworkChoice {...form.getInputProps('access')} />
    </PageForm>
  )
}

function isElsewhere(): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
}

type Shown = { network: NetworkState }

/** Encryption between this computer and the others, and the steps that the others need. */
function HttpsSection({ network }: Shown) {
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
