import { Anchor, Button, List, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { Copyable } from '../../components/copy.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { SectionCard } from '../../components/page-header.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { withPassword } from '../../components/with-password.tsx'

type Pairing = { address: string; pair: string; run: string; service: string }

/** How the books are connected: two lines, with keys that are made for them. */
export function Connect({ hasBridge }: { hasBridge: boolean }) {
  const [made, setMade] = useState<Pairing | null>(null)
  const refresh = useRefresh()
  const pair = useMutation({
    mutationFn: () => withPassword(() => ask(api.books.pair.post())),
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
          Make the two lines here, and run them there one after the other: the first asks which
          company it is, the second enters documents for as long as it runs.
        </List.Item>
      </List>
      <OtherWay />
      <Button
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={pair.isPending}
        onClick={() => pair.mutate()}
      >
        Make the two lines
      </Button>
      <ShownOnce
        of={made}
        title={() => 'Connect Tally'}
        warning="The first line holds two keys, of which Daybook keeps no copy. Run it now; when it is lost, make new ones and revoke these under API keys."
        done="I have run the first line"
        onClose={() => setMade(null)}
      >
        {({ pair: first, run, service }) => (
          <>
            <Copyable title="First, once" value={first} label="Copy the first line" />
            <Copyable title="Then, for as long as it runs" value={run} label="Copy the second" />
            <Copyable
              title="Or, so that it starts with that computer"
              value={service}
              label="Copy the line that installs it"
            />
            <Text size="sm">
              Windows wants the last one in a terminal that was opened with “Run as administrator”.
            </Text>
            <Text size="sm">
              Read on in{' '}
              <Anchor
                href="/docs/connect-tally"
                target="_blank"
                rel="noreferrer"
                underline="always"
              >
                Connect Tally in ten minutes
              </Anchor>
              .
            </Text>
          </>
        )}
      </ShownOnce>
    </SectionCard>
  )
}

function OtherWay() {
  return (
    <Text size="sm" mb="md">
      Books in ERPNext are connected{' '}
      <Anchor
        inherit
        href="/docs/connect-erpnext"
        target="_blank"
        rel="noreferrer"
        underline="always"
      >
        in another way
      </Anchor>
      .
    </Text>
  )
}
