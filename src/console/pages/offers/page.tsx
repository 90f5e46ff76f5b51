import { Badge, Stack, Text } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Noted, PicturedName } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { SortedList, SortedRowMenu } from '../../components/sortable.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { offerSearch, offersQuery, offerStates, ruleText, type Offer } from './data.ts'
import { OfferForm } from './form.tsx'

export function OffersPage() {
  const list = useList(offerSearch, offersQuery)
  // Undefined while the form is closed. Null for a new offer.
  const [edited, setEdited] = useState<Offer | null>()
  const askToDelete = useDeleteOffer()
  const counts = list.query.data?.counts ?? []
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <ListPage
      name="offers"
      add={{ label: 'New offer', onClick: () => setEdited(null) }}
      title="Offers"
      lead="What the shop announces and makes cheaper, in the order in which customers see it."
      list={list}
      filters={[
        { by: 'text', label: 'Find an offer' },
        {
          by: 'choice',
          key: 'state',
          label: 'Which offers',
          placeholder: `All (${formatCount(total)})`,
          choices: counts.map(({ state, count }) => ({
            value: state,
            label: `${offerStates[state].label} (${formatCount(count)})`,
          })),
        },
      ]}
      columns={columnsOf(setEdited, askToDelete)}
      table={(table) => (
        <SortedList
          table={table}
          queryKey={list.queryKey}
          nameOf={({ title }) => title}
          sendMove={(id, to) => ask(api.offers({ id }).move.post(to))}
        />
      )}
      empty={{
        icon: IconDiscount,
        title: 'No offers yet',
        description:
          'An offer says what is cheaper, and until when: “10% off all rice until Sunday”.',
      }}
      noMatch={{
        title: 'No offer fits',
        description: 'Look for something else, or choose all offers.',
      }}
    >
      <OfferForm edited={edited} onClose={() => setEdited(undefined)} />
    </ListPage>
  )
}

type OnOffer = (offer: Offer) => void

function columnsOf(onEdit: OnOffer, onDelete: OnOffer): Column<Offer>[] {
  return [
    {
      key: 'title',
      title: 'Offer',
      isMain: true,
      value: ({ title }) => title,
      cell: (offer) => <OfferTitle shown={offer} onEdit={onEdit} />,
    },
    {
      key: 'state',
      title: 'State',
      cell: ({ state }) => <StateBadge state={state} />,
      value: ({ state }) => offerStates[state].label,
    },
    { key: 'dates', title: 'When', cell: (offer) => <Dates shown={offer} /> },
    {
      key: 'rule',
      title: 'Rule',
      cell: (offer) => <Rule shown={offer} />,
      value: ruleText,
    },
    menuColumn((offer) => (
      <SortedRowMenu
        id={offer.id}
        name={offer.title}
        onEdit={() => onEdit(offer)}
        onDelete={() => onDelete(offer)}
      />
    )),
  ]
}

function OfferTitle({ shown, onEdit }: { shown: Offer; onEdit: OnOffer }) {
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

function Rule({ shown }: { shown: Offer }) {
  return (
    <Noted note={scopeText(shown)}>
      <Text inherit>{ruleText(shown)}</Text>
    </Noted>
  )
}

/** "on everything", "on Rice, Sweets and 3 more". */
function scopeText({ appliesTo, targets }: Offer): string {
  if (appliesTo === null) return 'only announced'
  if (appliesTo === 'everything') return 'on everything'
  const named = targets.slice(0, namedMax).map(({ title }) => title)
  const more = targets.length - named.length
  return `on ${named.join(', ') || 'nothing any more'}${more > 0 ? ` and ${more} more` : ''}`
}

/** The most targets of an offer that the list names. */
const namedMax = 2

function StateBadge({ state }: Pick<Offer, 'state'>) {
  const { label, color } = offerStates[state]
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" miw="max-content">
      {label}
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

/** Asks before it deletes an offer. */
function useDeleteOffer(): OnOffer {
  const confirm = useConfirm()
  return ({ id, title, image }) =>
    confirm({
      title: `Delete the offer “${title}”?`,
      children: `Customers no longer see it${image === null ? '' : ', and its image is deleted'}. To use it again later, switch it off instead.`,
      action: 'Delete the offer',
      done: `The offer “${title}” is deleted.`,
      run: () => ask(api.offers({ id }).delete.post()),
    })
}
