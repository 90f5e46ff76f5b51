import { Button, EmptyState, Group, Select } from '@mantine/core'
import { IconDiscount, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { formatCount } from '../../parts/money.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { SortableTable } from '../../parts/sortable-table.tsx'
import { useMove } from '../../parts/use-move.ts'
import { offerColumns } from './offer-columns.tsx'
import { OfferForm } from './offer-form.tsx'
import { stateWords } from './offer-words.ts'
import { allOffers, offersQuery, type Offer, type OfferSearch } from './offers-query.ts'
import { useDeleteOffer } from './use-delete-offer.ts'

const route = getRouteApi('/shell/offers')

export function OffersPage() {
  const search: OfferSearch = route.useSearch()
  // Undefined while nothing is edited; null for a new one.
  const [edited, setEdited] = useState<Offer | null>()
  const add = () => setEdited(null)
  return (
    <>
      <PageHeader title="Offers" actions={<AddButton onClick={add} />}>
        What the shop announces, in the order in which customers see it. Prices are not changed by
        it.
      </PageHeader>
      <Filters search={search} />
      <List search={search} onEdit={setEdited} onAdd={add} />
      <OfferForm edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}

function Filters({ search }: { search: OfferSearch }) {
  const navigate = route.useNavigate()
  const counts = useQuery(offersQuery(search)).data?.counts ?? []
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const { page: _, ...kept } = search
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SearchInput
        label="Find an offer"
        value={search.search ?? ''}
        w={{ base: '100%', xs: 280 }}
        onSearch={(text) => {
          const { search: _search, ...others } = kept
          void navigate({ search: text === '' ? others : { ...others, search: text } })
        }}
      />
      <Select
        aria-label="Which offers"
        w={{ base: '100%', xs: 220 }}
        allowDeselect={false}
        value={search.state ?? 'all'}
        data={[
          { value: 'all', label: `All (${formatCount(total)})` },
          ...counts.map(({ state, count }) => ({
            value: state,
            label: `${stateWords[state]} (${formatCount(count)})`,
          })),
        ]}
        onChange={(chosen) => {
          const { state: _state, ...others } = kept
          const state = counts.find((one) => one.state === chosen)?.state
          void navigate({ search: state === undefined ? others : { ...others, state } })
        }}
      />
    </Group>
  )
}

type ListProps = { search: OfferSearch; onEdit(offer: Offer): void; onAdd(): void }

function List({ search, onEdit, onAdd }: ListProps) {
  const navigate = route.useNavigate()
  const query = offersQuery(search)
  const { data, error, refetch } = useQuery(query)
  const move = useMove({
    queryKey: query.queryKey,
    all: allOffers,
    send: (id, to) => ask(api.offers({ id }).move.post(to)),
  })
  const onDelete = useDeleteOffer()
  const ids = data?.items.map(({ id }) => id) ?? []
  const shared = {
    label: 'Offers',
    columns: offerColumns({ ids, onEdit, onDelete, onMove: move }),
    idOf: ({ id }: Offer) => id,
    ...(data === undefined
      ? {}
      : {
          paging: {
            page: search.page ?? 1,
            size: data.size,
            total: data.total,
            onChange: (page: number) =>
              void navigate({ search: (before) => ({ ...before, page }) }),
          },
        }),
  }
  if (data === undefined || data.items.length === 0) {
    const isNarrowed = search.search !== undefined || search.state !== undefined
    return (
      <DataTable
        {...shared}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        empty={isNarrowed ? <NothingFound /> : <NoOffers onAdd={onAdd} />}
      />
    )
  }
  return <SortableTable {...shared} rows={data.items} nameOf={({ title }) => title} onMove={move} />
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      New offer
    </Button>
  )
}

function NoOffers({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      py="xl"
      icon={<IconDiscount aria-hidden />}
      title="No offers yet"
      description="An offer says what is cheaper, and until when: “10% off all rice until Sunday”."
    >
      <EmptyState.Actions>
        <AddButton onClick={onAdd} />
      </EmptyState.Actions>
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      py="xl"
      icon={<IconSearchOff aria-hidden />}
      title="No offer fits"
      description="Look for something else, or choose all offers."
    />
  )
}
