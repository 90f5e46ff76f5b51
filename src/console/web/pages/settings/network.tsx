import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Addresses, NetworkChoice, type NetworkAccess } from '../../components/network.tsx'
import { networkQuery, type NetworkState } from './data.ts'
import { SectionCard } from './section.tsx'

/** Who may reach Daybook, and at which addresses. */
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
            <Addresses addresses={addresses} />
          </Stack>
        ) : (
          <Text size="sm">
            Once it is open to the network, the addresses for other computers and phones stand here.
          </Text>
        )}
      </SectionCard>
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
  const client = useQueryClient()
  const before = network.isOpen ? 'network' : 'this computer'
  const form = useForm<{ access: NetworkAccess }>({
    initialValues: { access: before },
  })
  const keep = (saved: NetworkState, values: { access: NetworkAccess }) => {
    form.resetDirty(values)
    client.setQueryData(networkQuery.queryKey, saved)
  }
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => ask(api.network.post(values)),
    onDone(saved, values) {
      keep(saved, values)
      notifications.show({ message: 'Other computers reach Daybook now.' })
    },
  })
  const closeNetwork = () =>
    confirm({
      title: 'Close Daybook to other computers?',
      children: `Other computers, phones and the programs on them lose Daybook at once${isElsewhere() ? ', and so does this page: you are not at the computer that Daybook runs on' : ''}. Nothing is deleted, and it can be opened again here.`,
      action: 'Close it',
      done: 'Only this computer reaches Daybook now.',
      async run() {
        const values = { access: 'this computer' } as const
        keep(await ask(api.network.post(values)), values)
      },
    })
  return (
    <form
      onSubmit={(event) => {
        if (form.values.access === 'network') return submit(event)
        event.preventDefault()
        closeNetwork()
      }}
    >
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <NetworkChoice {...form.getInputProps('access')} />
        <Button
          type="submit"
          loading={isSending}
          disabled={!form.isDirty()}
          style={{ alignSelf: 'flex-start' }}
        >
          Save
        </Button>
      </Stack>
    </form>
  )
}

function isElsewhere(): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
}
