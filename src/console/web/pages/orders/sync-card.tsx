import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { counted, When } from '../../components/values.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { SyncBadge } from './order-badges.tsx'
import type { Order } from './orders-query.ts'

/** Whether the accounting software has the order, and taking that back. */
export function SyncCard({ order }: { order: Order }) {
  const refresh = useRefresh()
  const syncedLines = order.lines.filter(({ sync }) => sync === 'synced').length
  const putBack = () =>
    confirm({
      title: `Mark order ${order.orderNo} as not synced?`,
      children: `${counted(syncedLines, 'line')} will be delivered again. If your accounting software still has them, it will book them a second time.`,
      action: 'Mark unsynced again',
      done: `Order ${order.orderNo} waits again.`,
      async run() {
        await ask(api.orders({ id: order.id })['put-back'].post())
        await refresh()
      },
    })
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sync-title">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5" id="sync-title">
          Accounting
        </Title>
        <SyncBadge sync={order.sync} />
      </Group>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <State order={order} />
        </Text>
        {syncedLines > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={putBack}
          >
            Mark unsynced again…
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function State({ order: { sync, syncedAt, waitingLines, lines } }: { order: Order }) {
  switch (sync) {
    case 'waiting':
      return waitingLines === lines.length
        ? 'It waits for your accounting software to fetch it.'
        : `${waitingLines} of ${counted(lines.length, 'line')} ${waitingLines === 1 ? 'is' : 'are'} not fetched by your accounting software yet.`
    case 'synced':
      return (
        <>
          Your accounting software has had all of it since <When at={syncedAt} />.
        </>
      )
    case 'left out':
      return 'What is left has no SKU, so your accounting software does not get it.'
  }
}
