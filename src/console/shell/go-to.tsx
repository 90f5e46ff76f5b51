import { Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { getHotkeyHandler, useDebouncedValue } from '@mantine/hooks'
import {
  IconBuildingStore,
  IconFileText,
  IconPackage,
  IconSearch,
  IconShoppingCart,
  type Icon,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, ask, type AnswerOf } from '../client.ts'
import { messageOf } from '../refusal.ts'
import { usePlaceGroups, type Place } from './places.ts'
import { t } from '../language/language.ts'

/** The pause in typing before the server is asked, in milliseconds. */
const pauseMs = 150

/** The same as on the server. A single letter is in every text. */
const charactersMin = 2

type Found = AnswerOf<typeof foundQuery>['items'][number]

function foundQuery(search: string) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: () => ask(api.search.get({ query: { search } })),
    enabled: search.length >= charactersMin,
  })
}

const kinds: Readonly<Record<Found['kind'], { label: string; icon: Icon }>> = {
  document: { label: t('Documents'), icon: IconFileText },
  product: { label: t('Products'), icon: IconPackage },
  order: { label: t('Orders'), icon: IconShoppingCart },
  vendor: { label: t('Vendors'), icon: IconBuildingStore },
}

type GoToProps = { isOpen: boolean; onClose: () => void }

/** A search field for every page, document, product, order and vendor. */
export function GoTo({ isOpen, onClose }: GoToProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="lg" yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('Go to')}>
        <Modal.Body p={0}>
          <GoToField onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function GoToField({ onClose }: Pick<GoToProps, 'onClose'>) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ opened: true })
  const { groups, note } = useChoices(text)
  const go = useGo()
  const shown = groups.map(({ choices }) => choices.map(({ value }) => value).join()).join()
  // Enter opens the first choice, without any arrow key.
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (shown !== '') chooseFirst()
  }, [shown])
  const choose = (value: string) => {
    const choice = groups.flatMap(({ choices }) => choices).find((one) => one.value === value)
    if (choice === undefined) return
    onClose()
    go(choice.target)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="lg"
          variant="unstyled"
          px="xs"
          aria-label={t('Go to')}
          placeholder={t('A page, a bill, a product, an order, a vendor')}
          leftSection={<IconSearch size={20} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([['Escape', onClose]])}
        />
      </Combobox.EventsTarget>
      <Combobox.Options mah="60vh" style={{ overflowY: 'auto' }} p="xs" aria-label={t('Go to')}>
        {groups.map(({ label, choices }) => (
          <Combobox.Group key={label} label={label}>
            {choices.map((choice) => (
              <Choice key={choice.value} {...choice} />
            ))}
          </Combobox.Group>
        ))}
        {note !== null && <Combobox.Empty>{note}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}

type Target = { place: Place } | { found: Found }

type ChoiceProps = { value: string; icon: Icon; title: string; detail: string; target: Target }

function Choice({ value, icon: IconOfKind, title, detail }: ChoiceProps) {
  return (
    <Combobox.Option value={value}>
      <Group gap="sm" wrap="nowrap">
        <IconOfKind size={18} aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {title}
          </Text>
          {detail !== '' && (
            <Text size="xs" truncate>
              {detail}
            </Text>
          )}
        </div>
      </Group>
    </Combobox.Option>
  )
}

function valueOf(target: Target): string {
  return 'place' in target ? target.place.to : `${target.found.kind} ${target.found.id}`
}

/** The choices that match the text, by kind. `note` is shown if there is none. */
function useChoices(text: string) {
  const wanted = text.trim()
  const [search] = useDebouncedValue(wanted, pauseMs)
  const { data, error, isFetching } = useQuery(foundQuery(search))
  // Results for an earlier text are left out, because Enter would open one.
  const found = search === wanted ? (data?.items ?? []) : []
  const places = usePlaceGroups()
    .flatMap((group) => group.places)
    .filter(({ label }) => isPart(wanted, label))
  const groups = [
    { label: t('Pages'), choices: places.map(placeChoice) },
    ...[...Map.groupBy(found, ({ kind }) => kind)].map(([kind, items]) => ({
      label: kinds[kind].label,
      choices: items.map(foundChoice),
    })),
  ].filter(({ choices }) => choices.length > 0)
  const isWaiting = isFetching || search !== wanted
  return { groups, note: groups.length > 0 ? null : noteOf(error, isWaiting) }
}

function placeChoice(place: Place): ChoiceProps {
  const target = { place }
  return { value: valueOf(target), icon: place.icon, title: place.label, detail: '', target }
}

function foundChoice(found: Found): ChoiceProps {
  const { kind, title, detail } = found
  const target = { found }
  return { value: valueOf(target), icon: kinds[kind].icon, title, detail, target }
}

function noteOf(error: Error | null, isWaiting: boolean): string {
  if (error !== null) return messageOf(error)
  return isWaiting ? t('Looking…') : t('Nothing is called so')
}

/** Whether the label holds the text, in upper or lower case. */
function isPart(wanted: string, label: string): boolean {
  return label.toLowerCase().includes(wanted.toLowerCase())
}

function useGo(): (target: Target) => void {
  const { navigate } = useRouter()
  return (target) => {
    if ('place' in target) return void navigate({ to: target.place.to })
    const { kind, id, title } = target.found
    switch (kind) {
      case 'document':
        return void navigate({ to: '/documents/$id', params: { id } })
      case 'product':
        return void navigate({ to: '/catalogue/$id', params: { id } })
      case 'order':
        return void navigate({ to: '/orders/$id', params: { id } })
      case 'vendor':
        return void navigate({ to: '/vendors', search: { search: title } })
    }
  }
}
