import { Badge, Stack, Text } from '@mantine/core'
import { PicturedName } from '../../components/cells.tsx'
import { SortableRowMenu, type Moving } from '../../components/sorted-list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { ruleText, stateColours, stateWords } from './offer-words.ts'
import type { Offer } from './offers-query.ts'

type Actions = { onEdit(offer: Offer): void; onDelete(offer: Offer): void }

export function offerColumns({ onEdit, onDelete }: Actions, moving: Moving): Column<Offer>[] {
  return [
    {
      key: 'title',
      title: 'Offer',
      isMain: true,
      cell: (offer) => <OfferTitle shown={offer} onEdit={onEdit} />,
    },
    { key: 'state', title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'dates', title: 'When', cell: (offer) => <Dates shown={offer} /> },
    {
      key: 'rule',
      title: 'Rule',
      cell: (offer) => <Text size="sm">{ruleText(offer)}</Text>,
    },
    menuColumn((offer) => (
      <SortableRowMenu
        {...moving}
        id={offer.id}
        name={offer.title}
        onEdit={() => onEdit(offer)}
        onDelete={() => onDelete(offer)}
      />
    )),
  ]
}

function OfferTitle({ shown, onEdit }: { shown: Offer; onEdit(offer: Offer): void }) {
  return (
    <PicturedName
      image={shown.image ?? shown.imageElsewhere}
      name={shown.title}
      onOpen={() => onEdit(shown)}
    >
      {shown.subtitle !== '' && (
        <Text size="xs" c="dimmed">
          {shown.subtitle}
        </Text>
      )}
      {shown.badgeText !== '' && (
        <Badge size="sm" variant="default">
          {shown.badgeText}
        </Badge>
      )}
    </PicturedName>
  )
}

function StateBadge({ state }: { state: Offer['state'] }) {
  return (
    <Badge variant="light" color={stateColours[state]} c="var(--mantine-color-text)">
      {stateWords[state]}
    </Badge>
  )
}

function Dates({ shown: { startsAt, endsAt } }: { shown: Offer }) {
  if (startsAt === null && endsAt === null) return <Text size="sm">always</Text>
  return (
    <Stack gap={2}>
      {startsAt !== null && (
        <Text size="sm">
          from <When at={startsAt} dateOnly />
        </Text>
      )}
      {endsAt !== null && (
        <Text size="sm">
          until <When at={endsAt} dateOnly />
        </Text>
      )}
    </Stack>
  )
}
