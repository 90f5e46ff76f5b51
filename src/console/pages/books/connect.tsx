import { Anchor, Button, Code, List, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showRefusal } from '../../components/commands.tsx'
import { Copyable } from '../../components/copy.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { SectionCard } from '../../components/page-header.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { When } from '../../components/values.tsx'
import { beginPairing } from './data.ts'

type Pairing = Awaited<ReturnType<typeof beginPairing>>

/** Connects a bridge to the accounts: commands, and the code for the bridge's keys. */
export function Connect({ hasBridge }: { hasBridge: boolean }) {
  const [made, setMade] = useState<Pairing | null>(null)
  const refresh = useRefresh()
  const pair = useMutation({
    mutationFn: beginPairing,
    onSuccess: setMade,
    onError: (error) => showRefusal(error),
    onSettled: refresh,
  })
  return (
    <SectionCard
      title={hasBridge ? 'Connect another computer' : 'Connect Tally'}
      lead="A bridge is a part of Daybook that runs beside Tally, on the same computer or on another one of the network. It enters what waits, and says here what it could not."
    >
      <List type="ordered" size="sm" spacing={6} mb="md">
        <List.Item>
          In Tally, press F1 and choose Settings, Connectivity: it acts as “Both”, on port 9000.
          Open the company.
        </List.Item>
        <List.Item>Put the Daybook executable on the computer where Tally runs.</List.Item>
        <List.Item>
          Show the commands here, and run them there one after the other: the first asks for a code
          and pairs the company, the second enters documents for as long as it runs.
        </List.Item>
      </List>
      <OtherWay />
      <Button
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={pair.isPending}
        onClick={() => pair.mutate()}
      >
        Show the commands
      </Button>
      <ShownOnce
        of={made}
        title={() => 'Connect Tally'}
        warning="The first command asks for this code. The code works once and for 10 minutes; afterwards show the commands again for a new one."
        done="I have run the first command"
        onClose={() => setMade(null)}
      >
        {(pairing) => <Commands {...pairing} />}
      </ShownOnce>
    </SectionCard>
  )
}

function Commands({ code, expiresAt, pair: first, run, service }: Pairing) {
  return (
    <>
      <Copyable title="First, once" value={first} label="Copy the first command" />
      <Stack gap={4} align="center">
        <Code className="copyable" fz="xl">
          {code}
        </Code>
        <Text size="xs" c="dimmed">
          The code that it asks for, until <When at={expiresAt} />
        </Text>
      </Stack>
      <Copyable title="Then, for as long as it runs" value={run} label="Copy the second" />
      <Copyable
        title="Or, so that it starts with that computer"
        value={service}
        label="Copy the command that installs it"
      />
      <Text size="sm">
        Windows wants the last one in a terminal that was opened with “Run as administrator”.
      </Text>
      <Text size="sm">
        Read on in{' '}
        <Anchor href="/docs/connect-tally" target="_blank" rel="noreferrer" underline="always">
          Connect Tally in ten minutes
        </Anchor>
        .
      </Text>
    </>
  )
}

function OtherWay() {
  return (
    <Text size="sm" mb="md">
      Books in ERPNext, and files, are connected with the same code{' '}
      <Anchor
        inherit
        href="/docs/connect-erpnext"
        target="_blank"
        rel="noreferrer"
        underline="always"
      >
        by other commands
      </Anchor>
      .
    </Text>
  )
}
