import { Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { Noted, VendorLink } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { useListAt } from '../../components/use-list.ts'
import { counted, When } from '../../components/values.tsx'
import { type LearntSeller, type NamesProps, sellersQuery } from './data.ts'

/** All sellers of whose bills something was learnt, also those that are no vendor of the list. */
export function LearntSellers(page: NamesProps) {
  const list = useListAt(page, sellersQuery)
  return (
    <>
      <Text size="sm" c="dimmed" maw="75ch" mb="md">
        When somebody corrects or confirms a bill that Daybook read, it remembers how its seller
        prints things, and reads the next one with it.
      </Text>
      <List
        name="sellers"
        label="Sellers"
        list={list}
        filters={[{ by: 'text', label: 'Name or GSTIN' }]}
        columns={columns}
        empty={{
          icon: IconBulb,
          title: 'Nothing was learnt yet',
          description:
            'Correct or confirm a bill that Daybook read: what it teaches of its seller is listed here.',
        }}
        noMatch={{ title: 'No seller fits', description: 'Look for another name or GSTIN.' }}
      />
    </>
  )
}

const columns: Column<LearntSeller>[] = [
  {
    key: 'name',
    title: 'Seller',
    isMain: true,
    value: ({ name }) => name,
    cell: ({ id, name, vendor }) => (
      <Noted note={vendor === null ? 'Not in the list of vendors' : null}>
        <VendorLink to={{ id: vendor?.id ?? id, name }} />
      </Noted>
    ),
  },
  { key: 'gstin', title: 'GSTIN', value: ({ gstin }) => gstin, cell: ({ gstin }) => gstin ?? '–' },
  {
    key: 'things',
    title: 'Learnt',
    value: ({ things }) => things,
    cell: ({ things, bills }) => `${counted(things, 'thing')} of ${counted(bills, 'bill')}`,
  },
  {
    key: 'confirmed',
    title: 'Last bill saved',
    kind: 'time',
    value: ({ confirmedAt }) => confirmedAt,
    width: '9rem',
    cell: ({ confirmedAt }) => <When at={confirmedAt} dateOnly />,
  },
]
