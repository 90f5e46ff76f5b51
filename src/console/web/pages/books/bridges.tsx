import { Alert, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { SectionCard } from '../../components/page-header.tsx'
import { counted, formatAgo, formatCount } from '../../components/values.tsx'
import type { Books, Bridge } from './data.ts'
import { Files } from './files.tsx'
import { filesSystem, healthOf } from './words.ts'

/** How the books are: each bridge with its company, and what helps where it cannot go on. */
export function Bridges({ books }: { books: Books }) {
  return (
    <Stack mb="lg">
      <SimpleGrid cols={{ base: 1, md: books.bridges.length > 1 ? 2 : 1 }}>
        {books.bridges.map((bridge) => (
          <OneBridge key={bridge.id} bridge={bridge} />
        ))}
      </SimpleGrid>
      {books.failed.map(({ id, kind, name, message }) => (
        <Alert
          key={id}
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={titleOfFailed(kind, name)}
        >
          {message === '' ? 'The bridge did not say why.' : message}
        </Alert>
      ))}
    </Stack>
  )
}

function OneBridge({ bridge }: { bridge: Bridge }) {
  const { masters, company, sentence, heardAt, machine, name } = bridge
  const { label, color, help } = healthOf(bridge)
  const left = leftWords(bridge)
  return (
    <SectionCard
      title={company?.name ?? name}
      aside={
        <Badge variant="outline" color={color} c="inherit">
          {label}
        </Badge>
      }
    >
      <Stack gap="xs">
        {help !== '' && <Text size="sm">{help}</Text>}
        {sentence !== '' && <Text size="sm">{sentence}</Text>}
        <Group gap="lg">
          <Text size="sm" c="dimmed">
            Heard of {formatAgo(heardAt)}
            {machine === '' ? '' : `, on ${machine}`}
          </Text>
          {left !== '' && (
            <Text size="sm" c="dimmed">
              {left}
            </Text>
          )}
          {bridge.system !== filesSystem && (
            <Text size="sm" c="dimmed">
              Knows {counted(masters.ledgers, 'ledger')}, {counted(masters.items, 'item')},{' '}
              {counted(masters.units, 'unit')}
            </Text>
          )}
        </Group>
        {bridge.files.length > 0 && <Files bridge={bridge} />}
      </Stack>
    </SectionCard>
  )
}

function titleOfFailed(kind: string, name: string): string {
  if (kind === 'create_ledger') return `The ledger “${name}” was not made`
  if (kind === 'confirm_file') return 'A file was not confirmed'
  return 'Something could not be done in the books'
}

/** A bridge that has only just begun says 0 too: that is no word that nothing waits. */
function leftWords({ waiting, decisions }: Bridge): string {
  const waits = waiting === 0 ? [] : [`${formatCount(waiting)} not entered yet`]
  const asked = decisions === 0 ? [] : [`${counted(decisions, 'thing')} to be done there`]
  return [...waits, ...asked].join(', ')
}
