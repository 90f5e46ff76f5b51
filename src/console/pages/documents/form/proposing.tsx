import {
  Combobox,
  Kbd,
  Text,
  useCombobox,
  Group,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import {
  useId,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ComponentProps,
} from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../language/language.ts'
import { Words } from '../../../language/words.tsx'
import { api, type AnswerOf, answerQuery } from '../../../client.ts'
import type { DocumentCategory } from '../../../words.ts'
import { formatDay } from '../../../components/days.ts'
import { Money, tCounted } from '../../../components/values.tsx'
import { CellInput } from './cell-input.tsx'
import type { Change } from './changes.ts'
import { rupeesText } from './sums.ts'

/** The props that make a field a combobox. */
type ComboboxProps = {
  role: 'combobox'
  'aria-autocomplete': 'list'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  'aria-activedescendant': string | undefined
  autoComplete: 'off'
  onInput(): void
  onBlur(): void
  onKeyDown(event: KeyboardEvent): void
}

type ProposingProps<Proposal> = {
  /** The matching proposals, the best first. */
  proposals: readonly Proposal[]
  /** Whether Enter takes the first proposal, because the typed text can mean nothing else. */
  isFirstMeant: boolean
  onChoose(proposal: Proposal): void
  /** One proposal in the list. */
  render(proposal: Proposal): ReactNode
  label: string
  children(field: ComboboxProps): ReactElement
}

/**
 * A field with proposals. Enter and Tab take the marked proposal, → after the typed text takes the first, ↑ and ↓ mark
 * another, Escape keeps the typed text. Every key works on the latest state, so that fast typing is safe.
 */
function Proposing<Proposal>(props: ProposingProps<Proposal>) {
  const { proposals, render, label, children } = props
  const listId = useId()
  const combobox = useCombobox()
  const { isOpen, active, choose, ...listeners } = useMark(props)
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={(index) => choose(Number(index))}
      position="bottom-start"
      width="max-content"
      transitionProps={{ duration: 0 }}
      // Inside the page's main part, like the field.
      portalProps={{ target: 'main' }}
    >
      <Combobox.DropdownTarget>
        {children({
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? listId : undefined,
          'aria-activedescendant': active === -1 ? undefined : `${listId}-${active}`,
          autoComplete: 'off',
          ...listeners,
        })}
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isOpen} miw={280} maw="min(30rem, 92vw)">
        <Combobox.Options id={listId} aria-label={label} mah={300} style={{ overflowY: 'auto' }}>
          {isOpen &&
            proposals.map((proposal, index) => (
              <Option
                key={index}
                id={`${listId}-${index}`}
                index={index}
                isActive={index === active}
              >
                {render(proposal)}
              </Option>
            ))}
        </Combobox.Options>
        {isOpen && active === -1 && (
          <Combobox.Footer visibleFrom="sm" aria-hidden>
            <Text size="xs" c="dimmed">
              <Words
                of={t('{{right}} takes the first, {{down}} chooses')}
                with={{ right: <Kbd size="xs">→</Kbd>, down: <Kbd size="xs">↓</Kbd> }}
              />
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

type MarkInput<Proposal> = Pick<ProposingProps<Proposal>, 'proposals' | 'isFirstMeant' | 'onChoose'>

/** The marked proposal (-1 for none), and the keys that mark and take proposals. */
function useMark<Proposal>({ proposals, isFirstMeant, onChoose }: MarkInput<Proposal>) {
  const [isAsked, setAsked] = useState(false)
  const [marked, setMarked] = useState<number | null>(null)
  const isOpen = isAsked && proposals.length > 0
  const active = isOpen ? (marked ?? (isFirstMeant ? 0 : -1)) : -1
  const close = () => {
    setAsked(false)
    setMarked(null)
  }
  const choose = (index: number) => {
    const chosen = proposals[index]
    close()
    if (chosen !== undefined) onChoose(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.altKey || event.ctrlKey) return
    const { key } = event
    if (key === 'Enter' || key === 'Tab') return choose(active)
    if (takesFirst(event)) return choose(Math.max(active, 0))
    if (key === 'ArrowDown') setMarked(Math.min(active + 1, proposals.length - 1))
    else if (key === 'ArrowUp') setMarked(Math.max(active - 1, -1))
    else if (key === 'Escape') close()
    else return
    // The list has handled the key: the form must not move on arrows or close on Escape.
    event.preventDefault()
    event.stopPropagation()
  }
  const onInput = () => {
    setAsked(true)
    setMarked(null)
  }
  return { isOpen, active, choose, onInput, onBlur: close, onKeyDown }
}

/** Whether a key takes the first proposal: → after the typed text while proposals are shown. */
export function takesFirst(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event
  if (key !== 'ArrowRight' || shiftKey || altKey || ctrlKey || metaKey) return false
  if (!(target instanceof HTMLInputElement) || target.ariaExpanded !== 'true') return false
  return target.selectionStart === target.value.length
}

type OptionProps = { id: string; index: number; isActive: boolean; children: ReactNode }

function Option({ id, index, isActive, children }: OptionProps) {
  return (
    <Combobox.Option
      id={id}
      value={String(index)}
      aria-selected={isActive}
      {...(isActive ? { bg: 'var(--mantine-color-cyan-light)' } : {})}
    >
      {children}
    </Combobox.Option>
  )
}

/** The pause in typing before the server is asked, in milliseconds. */
const pauseMs = 120
/** The most proposals in a list. */
const proposedMax = 8
/** A seller's earlier items do not change while one types. */
const freshMs = 60_000

export type SellerProposal = AnswerOf<typeof sellersQuery>['sellers'][number]
type ItemProposal = AnswerOf<typeof itemsQuery>['items'][number]

function sellersQuery(search: string, category: DocumentCategory) {
  return answerQuery(
    ['documents', 'proposals', 'sellers', category, search],
    () => api.documents.proposals.sellers.get({ query: { search, category } }),
    {
      staleTime: freshMs,
    },
  )
}

function itemsQuery(search: string, seller: Seller) {
  return answerQuery(
    ['documents', 'proposals', 'items', seller, search],
    () =>
      api.documents.proposals.items.get({
        query: { search, seller: seller.name, gstin: seller.gstin },
      }),
    {
      staleTime: freshMs,
    },
  )
}

/** Proposed sellers: those of the latest bills at once, others when the server has answered. */
function useSellerProposals(text: string, category: DocumentCategory): SellerProposal[] {
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const latest = useQuery(sellersQuery('', category))
  const found = useQuery({ ...sellersQuery(paused, category), enabled: paused !== '' })
  const fits = (seller: SellerProposal) => beginsAsSeller(seller, text)
  const known = byLikeness(text, latest.data?.sellers.filter(fits) ?? [])
  // A seller in two states has two GSTINs.
  const keyOf = ({ name, gstin }: SellerProposal) => `${folded(name)} ${gstin ?? ''}`
  const others = upToDate(found.data?.sellers ?? [], paused === text.trim(), fits)
  return merged(text, known, others, keyOf)
}

/** Proposed items: the seller's earlier items at once, others when the server has answered. */
function useItemProposals(text: string, seller: Seller): ItemProposal[] {
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const isKnown = seller.name.trim() !== ''
  const sold = useQuery({ ...itemsQuery('', seller), enabled: isKnown })
  const found = useQuery({ ...itemsQuery(paused, seller), enabled: paused !== '' })
  const fits = ({ name }: ItemProposal) => beginsAs(name, text)
  const known = byLikeness(text, sold.data?.items.filter(fits) ?? [])
  const others = upToDate(found.data?.items ?? [], paused === text.trim(), fits)
  return merged(text, known, others, ({ name }) => folded(name))
}

/** Results for an earlier text are proposed only if they match the present text. */
function upToDate<Proposal>(
  found: readonly Proposal[],
  isOfText: boolean,
  fits: (proposal: Proposal) => boolean,
): readonly Proposal[] {
  return isOfText ? found : found.filter(fits)
}

/** Known matches, then found ones, each once. Exact names come first. */
function merged<Proposal extends { name: string }>(
  text: string,
  known: readonly Proposal[],
  found: readonly Proposal[],
  keyOf: (proposal: Proposal) => string,
): Proposal[] {
  if (text.trim() === '') return []
  const distinct = new Map<string, Proposal>()
  for (const proposal of [...known, ...found]) {
    const key = keyOf(proposal)
    if (!distinct.has(key)) distinct.set(key, proposal)
  }
  const best = [...distinct.values()].slice(0, proposedMax)
  return best.toSorted((a, b) => Number(isCalled(b.name, text)) - Number(isCalled(a.name, text)))
}

/** Whether a seller's name, GSTIN or alias begins like the typed text. */
function beginsAsSeller({ name, gstin, aliases }: SellerProposal, typed: string): boolean {
  return [name, gstin ?? '', ...aliases].some((called) => beginsAs(called, typed))
}

/** Exact names first, then names with this beginning, then names with such a word. */
function byLikeness<Proposal extends { name: string }>(
  text: string,
  known: Proposal[],
): Proposal[] {
  const typed = folded(text)
  const rank = (name: string) => (name === typed ? 0 : name.startsWith(typed) ? 1 : 2)
  return known.toSorted((a, b) => rank(folded(a.name)) - rank(folded(b.name)))
}

/** Whether the typed text is exactly this name, apart from spelling variants. */
function isCalled(name: string, typed: string): boolean {
  return folded(name) === folded(typed)
}

/** Whether every typed word begins a word of the name. */
function beginsAs(name: string, typed: string): boolean {
  const words = folded(name).split(' ')
  return folded(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}

/** The seller of the bill, whose own items come first. */
export type Seller = { name: string; gstin: string }

type ItemCellProps = {
  line: string
  itemKey: string
  text: string
  seller: Seller
  change: (change: Change) => void
  field: ComponentProps<typeof CellInput>
}

/** The item of a line, with proposals from the seller's bills, the product names and the catalogue. */
export function ItemCell({ line, itemKey, text, seller, change, field }: ItemCellProps) {
  const proposals = useItemProposals(text, seller)
  const [first] = proposals
  const choose = (item: ItemProposal) => {
    change({ type: 'cell', line, key: itemKey, text: item.name })
    change({ type: 'fill', line, values: itemFacts(item), note: fromWords[item.from] })
    if (item.ratePaise === null) return
    const values = { rate: rupeesText(item.ratePaise) }
    const note =
      item.rateDay === null
        ? t('as last time')
        : t('as on {{day}}', { day: formatDay(item.rateDay) })
    change({ type: 'fill', line, values, note })
  }
  return (
    <Proposing
      proposals={proposals}
      // "Tea" may be a new item even if "Tea 500 g" is known.
      isFirstMeant={first !== undefined && isCalled(first.name, text)}
      onChoose={choose}
      render={(item) => <Item item={item} />}
      label={t('Items')}
    >
      {(combobox) => <CellInput {...field} {...combobox} />}
    </Proposing>
  )
}

function itemFacts({ hsn, unit, gstPct }: ItemProposal): Record<string, string> {
  return { hsn: hsn ?? '', unit: unit ?? '', gst_rate: gstPct === null ? '' : String(gstPct) }
}

const fromWords: Readonly<Record<ItemProposal['from'], string>> = {
  seller: t('as on the last bill of this seller'),
  'product names': t('from your product names'),
  catalogue: t('from your products'),
}

function Item({ item: { name, hsn, gstPct, ratePaise, rateDay, unit } }: { item: ItemProposal }) {
  const facts = [
    hsn === null ? null : t('HSN {{hsn}}', { hsn }),
    gstPct === null ? null : `${gstPct}%`,
    rateDay === null ? null : formatDay(rateDay),
  ].filter((fact) => fact !== null)
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={0}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Stack>
      {ratePaise !== null && (
        <Text size="sm" style={{ flexShrink: 0 }}>
          <Money paise={ratePaise} />
          {unit !== null && ` / ${unit}`}
        </Text>
      )}
    </Group>
  )
}

type SellerFieldProps = {
  text: string
  category: DocumentCategory
  onChoose: (seller: SellerProposal) => void
  field: TextInputProps
}

/** The seller, proposed by name or GSTIN from the vendor list and earlier bills. */
export function SellerField({ text, category, onChoose, field }: SellerFieldProps) {
  const proposals = useSellerProposals(text, category)
  const [first] = proposals
  return (
    <Proposing
      proposals={proposals}
      isFirstMeant={first !== undefined && beginsAsSeller(first, text)}
      onChoose={onChoose}
      render={(seller) => <SellerOption seller={seller} />}
      label={t('Sellers')}
    >
      {(combobox) => <TextInput {...field} {...combobox} />}
    </Proposing>
  )
}

/** The values of a proposal, and its source. */
export function sellerFacts({ gstin, state, placeOfSupply, terms, from }: SellerProposal) {
  const values = {
    gstin: gstin ?? '',
    state: state ?? '',
    place_of_supply: placeOfSupply ?? '',
    payment_terms: terms ?? '',
  }
  return { values, note: from === 'bills' ? t('as on the last bill') : t('from your vendor list') }
}

function SellerOption({ seller: { name, gstin, bills, lastDay } }: { seller: SellerProposal }) {
  const past = bills === 0 ? t('no bill yet') : tCounted(bills, 'bill')
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={0}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {gstin ?? t('no GSTIN known')}
        </Text>
      </Stack>
      <Text size="xs" c="dimmed" ta="end" style={{ flexShrink: 0 }}>
        {past}
        {lastDay !== null && (
          <>
            <br />
            {formatDay(lastDay)}
          </>
        )}
      </Text>
    </Group>
  )
}
