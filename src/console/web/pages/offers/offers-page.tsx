import { Button, EmptyState, Group, Select } from '@mantine/core'
import { IconDiscount, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'
import { SearchInput } from '../../components/filters.tsx'
import { SortedList } from '../../components/sorted-list.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { offerColumns } from './offer-columns.tsx'
import { OfferForm } from './offer-form.tsx'
import { offerSearch, type OfferSearch } from './offer-search.ts'
import { stateWords } from './offer-words.ts'
import { offersQuery, type Offer } from './offers-query.ts'
import { useDeleteOffer } from './use-delete-offer.ts'

const route = getRouteApi('/shell/offers')

export function OffersPage() {
  const search = route.useSearch()
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
  const change = (changed: SearchChange<OfferSearch>) =>
    void navigate({ search: (before) => offerSearch({ ...before, page: undefined, ...changed }) })
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SearchInput
        label="Find an offer"
        value={search.search ?? ''}
        w={{ base: '100%', xs: 280 }}
        onSearch={(text) => change({ search: text })}
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
        onChange={(state) => change({ state })}
      />
    </Group>
  )
}

type ListProps = { search: OfferSearch; onEdit(offer: Offer): void; onAdd(): void }

function List({ search, onEdit, onAdd }: ListProps) {
  const navigate = route.useNavigate()
  const query = offersQuery(search)
  const onDelete = useDeleteOffer()
  return (
    <SortedList
      label="Offers"
      query={useQuery(query)}
      queryKey={query.queryKey}
      page={search.page}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      columnsOf={(moving) => offerColumns({ onEdit, onDelete }, moving)}
      nameOf={({ title }) => title}
      sendMove={(id, to) => ask(api.offers({ id }).move.post(to))}
      empty={isNarrowed(search) ? <NothingFound /> : <NoOffers onAdd={onAdd} />}
    />
  )
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
      icon={<IconSearchOff aria-hidden />}
      title="No offer fits"
      description="Look for something else, or choose all offers."
    />
  )
}
