import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Addresses, NetworkChoice, type NetworkAccess } from '../../components/network.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { networkQuery, type NetworkState } from './data.ts'
import { HttpsSection } from './https.tsx'

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
