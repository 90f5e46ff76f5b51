import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, Money, formatAgo, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import { useSignedIn } from '../../state.ts'
import type { ShownDocument } from './documents-query.ts'
import { StateBadge } from './state-badge.tsx'
import { accountText, periodText, type Account } from './statement.ts'

/** What is known of a document, in one line. */
export function DocumentFacts({ shown }: { shown: ShownDocument }) {
  const { user } = useSignedIn()
  const { seller, invoiceNo, totalPaise, account } = shown
  return (
    <Group
      gap="xl"
      align="flex-start"
      component="dl"
      m={0}
      style={{ rowGap: 'var(--mantine-spacing-xs)' }}
    >
      <Fact name="State">
        <StateBadge state={shown.state} />
      </Fact>
      <Fact name="Kind">{categoryNames[shown.category]}</Fact>
      {account !== null && shown.head !== null && (
        <StatementFacts account={account} lines={shown.lineItems.total} />
      )}
      {seller !== null && <Fact name="From">{seller}</Fact>}
      {invoiceNo !== null && <Fact name="Number">{invoiceNo}</Fact>}
      {totalPaise !== null && (
        <Fact name="Total">
          <Money paise={totalPaise} />
        </Fact>
      )}
      <Fact name="Added">
        <When at={shown.createdAt} />
        {user.role === 'owner' && shown.uploadedBy !== '' && `, ${shown.uploadedBy}`}
      </Fact>
      {shown.syncedAt !== null && (
        <Fact name="Delivered">
          <When at={shown.syncedAt} />
          <Receiver shown={shown} />
        </Fact>
      )}
      <Fact name="Deleted on">
        <When at={shown.expiresAt} dateOnly />, {formatAgo(shown.expiresAt)}
      </Fact>
    </Group>
  )
}

function StatementFacts({ account, lines }: { account: Account; lines: number }) {
  const period = periodText(account)
  return (
    <>
      <Fact name="Account">{accountText(account) ?? 'no number'}</Fact>
      {period !== null && <Fact name="Period">{period}</Fact>}
      <Fact name="Lines">{formatCount(lines)}</Fact>
    </>
  )
}

function Receiver({ shown: { syncedBy, syncedSource } }: { shown: ShownDocument }) {
  const receiver = syncedSource ?? syncedBy
  return receiver !== null && `, ${receiver}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed" component="dt">
        {name}
      </Text>
      <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Stack>
  )
}
