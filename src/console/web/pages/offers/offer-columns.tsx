import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { Place } from '../../parts/sortable-table.tsx'
import type { Column } from '../../parts/table-props.ts'
import { When } from '../../parts/when.tsx'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { ruleText, stateColours, stateWords } from './offer-words.ts'
import type { Offer } from './offers-query.ts'

type Actions = {
  ids: readonly string[]
  onEdit(offer: Offer): void
  onDelete(offer: Offer): void
  onMove(id: string, to: Place): void
}

export function offerColumns({ ids, onEdit, onDelete, onMove }: Actions): Column<Offer>[] {
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
    {
      key: 'actions',
      title: '',
      width: '3.5rem',
      isMenu: true,
      cell: (offer) => (
        <RowMenu
          id={offer.id}
          name={offer.title}
          ids={ids}
          onEdit={() => onEdit(offer)}
          onMove={onMove}
          onDelete={() => onDelete(offer)}
        />
      ),
    },
  ]
}

function OfferTitle({ shown, onEdit }: { shown: Offer; onEdit(offer: Offer): void }) {
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <Thumbnail url={shown.image ?? shown.imageElsewhere} alt="" size={40} />
      <Stack gap={2} miw={0} align="flex-start">
        <Anchor
          component="button"
          type="button"
          ta="start"
          size="sm"
          fw={600}
          onClick={() => onEdit(shown)}
        >
          {shown.title}
        </Anchor>
        {shown.subtitle !== '' && (
          <Text size="xs" c="dimmed">
            {shown.subtitle}
          </Text>
        )}
        {shown.badgeText !== '' && (
          <Badge size="sm" variant="default" tt="none" fw={500}>
            {shown.badgeText}
          </Badge>
        )}
      </Stack>
    </Group>
  )
}

function StateBadge({ state }: { state: Offer['state'] }) {
  return (
    <Badge
      variant="light"
      tt="none"
      fw={500}
      color={stateColours[state]}
      c="var(--mantine-color-text)"
    >
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
