import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import type { Order } from './orders-query.ts'

export function CustomerCard({ order }: { order: Order }) {
  const place = [order.shippingCity, order.shippingPincode].filter((text) => text !== '').join(' ')
  const address = [order.shippingAddress, place, order.shippingState].filter((text) => text !== '')
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="customer-title">
      <Title order={2} size="h5" mb="xs" id="customer-title">
        Customer
      </Title>
      <Stack gap="xs" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text inherit fw={600}>
          {order.customerName === '' ? 'No name' : order.customerName}
        </Text>
        {order.customerPhone !== '' && (
          <Anchor href={`tel:${order.customerPhone.replaceAll(/[^+\d]/g, '')}`} fz="sm">
            {order.customerPhone}
          </Anchor>
        )}
        {order.customerGstin !== '' && <Text inherit>GSTIN {order.customerGstin}</Text>}
        {address.length > 0 && (
          <Text inherit style={{ whiteSpace: 'pre-line' }}>
            {address.join('\n')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
