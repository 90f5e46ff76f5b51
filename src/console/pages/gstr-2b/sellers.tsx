import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { Noted } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { useListAt, type Address } from '../../components/use-list.ts'
import { formatCount, Money } from '../../components/values.tsx'
import { decide, sellersQuery, type Gstr2bSearch, type Seller } from './data.ts'
import { Letter } from './entry-menu.tsx'

/** The missing bills of each seller of a month. */
export function SellerList(page: Address<Gstr2bSearch>) {
  return (
    <List
      name="gstr-2b-sellers"
      label="Sellers"
      list={useListAt(page, sellersQuery)}
      filters={[{ by: 'text', label: 'Seller, number or GSTIN' }]}
      columns={columns}
      empty={{
        icon: IconBuildingStore,
        title: 'No sellers in this month',
        description: 'The GSTR-2B of this month has no documents.',
      }}
      noMatch={{ title: 'Nothing fits', description: 'Look for something else.' }}
    />
  )
}

const columns: readonly Column<Seller>[] = [
  {
    key: 'seller',
    title: 'Seller',
    isMain: true,
    cell: ({ seller, gstin }) => <Noted note={gstin}>{seller === '' ? '–' : seller}</Noted>,
    value: ({ seller }) => seller,
  },
  {
    key: 'gstin',
    title: 'GSTIN',
    isExtra: true,
    cell: ({ gstin }) => gstin,
    value: ({ gstin }) => gstin,
  },
  countColumn('bills', 'Bills', ({ bills }) => bills),
  amountColumn('tax', 'GST', ({ taxPaise }) => taxPaise),
  countColumn('look', 'To look at', ({ look }) => look),
  countColumn('noBill', 'No bill', ({ noBill }) => noBill),
  amountColumn('noBillTax', 'GST without a bill', ({ noBillTaxPaise }) => noBillTaxPaise),
  countColumn('notIn2b', 'Not in 2B', ({ notIn2b }) => notIn2b),
  amountColumn('notIn2bTax', 'GST at risk', ({ notIn2bTaxPaise }) => notIn2bTaxPaise),
  {
    key: 'ask',
    title: '',
    cell: (seller) => (seller.letter === '' ? null : <AskSeller seller={seller} />),
  },
]

function countColumn(
  key: string,
  title: string,
  value: (seller: Seller) => number,
): Column<Seller> {
  return {
    key,
    title,
    kind: 'count',
    align: 'right',
    value,
    cell: (seller) => formatCount(value(seller)),
  }
}

function amountColumn(
  key: string,
  title: string,
  value: (seller: Seller) => number,
): Column<Seller> {
  return {
    key,
    title,
    kind: 'amount',
    align: 'right',
    value,
    cell: (seller) => <Money paise={value(seller)} />,
  }
}

function AskSeller({ seller }: { seller: Seller }) {
  const [isOpen, { open, close }] = useDisclosure()
  const markNamed = useCommand({
    async run() {
      if (seller.toMark.length === 0) return
      await decide(seller.toMark.map((subject) => ({ subject, verdict: 'asked' as const })))
    },
  })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Ask ${seller.seller}`}
      >
        Ask…
      </Button>
      <Modal opened={isOpen} onClose={close} title="What to send to the seller" size="lg">
        <Letter
          text={seller.letter}
          onAsked={() => {
            markNamed.mutate()
            close()
          }}
        />
      </Modal>
    </>
  )
}
