import {
  Button,
  Group,
  Kbd,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { copyText } from '../../components/copy.tsx'
import { useKeys, type Key } from '../../components/keys.tsx'
import { formatMoney } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { knownKinds, mastersQuery, type MasterKind } from '../books/data.ts'
import type { Card, Proposal } from './data.ts'
import { EvidenceOf } from './evidence.tsx'
import type { Stream } from './use-stream.ts'
import {
  differentText,
  finalText,
  noteText,
  proposalText,
  questionText,
  reasonsOf,
} from './words.ts'

/** The pause in typing before the accounts are searched, in milliseconds. */
const pauseMs = 150

/** The most entries of the accounts that are offered for what is typed. */
const searchedMax = 6

/** The most reasons that are shown: a line of figures may have one for each. */
const reasonsMax = 2

type CardProps = { card: Card; stream: Pick<Stream, 'answer'> }

/** One question: what to look at, what is asked, and the answers, each with a key. */
export function QuestionCard({ card, stream }: CardProps) {
  const id = useId()
  const { subject, evidence } = card
  const [best] = card.proposals
  const { fits, item, line = '' } = card.asks.values
  return (
    <Paper
      withBorder
      component="section"
      aria-labelledby={id}
      className="question"
      data-wide={evidence.type === 'pair' || undefined}
    >
      <div className="question-evidence">
        <EvidenceOf card={card} />
      </div>
      <Stack className="question-ask" gap="xs">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject.title}
          {subject.totalPaise !== null && ` · ${formatMoney(subject.totalPaise)}`}
          {item !== undefined &&
            item !== '' &&
            ` · ${t('line {{line}}, {{item}}', { line, item })}`}
        </Text>
        <Title order={2} size="h3" id={id} style={{ overflowWrap: 'anywhere' }}>
          {questionText(card, best?.name)}
        </Title>
        {fits !== undefined && <Text size="sm">{t('{{sum}} fits.', { sum: fits })}</Text>}
        {reasonsOf(card)
          .slice(0, reasonsMax)
          .map((sentence) => (
            <Text key={sentence} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Text>
          ))}
        <div className="question-answers">
          <Answers card={card} stream={stream} />
        </div>
      </Stack>
    </Paper>
  )
}

function Answers({ card, stream }: CardProps) {
  const answers = useAnswers({ card, stream })
  const { typed, options, at, final, choose, setFinal } = answers
  if (final !== null) {
    return (
      <>
        <Text fw={600} role="alert">
          {finalText(final)}
        </Text>
        <AnswerButton isBest hint="Enter" onClick={() => choose(final, true)}>
          {t('Yes')}
        </AnswerButton>
        <AnswerButton hint="Esc" onClick={() => setFinal(null)}>
          {t('No, go back')}
        </AnswerButton>
      </>
    )
  }
  return (
    <>
      {options.map((option, index) => (
        <AnswerButton
          key={option.id}
          isBest={index === at}
          hint={index === at ? 'Enter' : ''}
          note={noteText(option.note)}
          onClick={() => choose(option.id)}
        >
          {typed === '' ? proposalText(option, index === 0, card.asks) : option.name}
        </AnswerButton>
      ))}
      {card.answers.includes('typed') && <Typed answers={answers} card={card} />}
      {card.answers.includes('different') && (
        <AnswerButton hint="D" onClick={() => choose('different')}>
          {differentText(card)}
        </AnswerButton>
      )}
      <Group gap="xs" grow>
        {card.answers.includes('remove') && (
          <AnswerButton hint="X" onClick={() => choose('remove')}>
            {t('Not our bill')}
          </AnswerButton>
        )}
        <AnswerButton hint="S" onClick={() => choose('later')}>
          {t('Later')}
        </AnswerButton>
      </Group>
    </>
  )
}

type Offered = Pick<Proposal, 'id' | 'name' | 'note'>

type Answering = ReturnType<typeof useAnswers>

/** The answers of a card, the one that Enter gives, and the keys. */
function useAnswers({ card, stream }: CardProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [moved, setMoved] = useState(0)
  const [final, setFinal] = useState<string | null>(null)
  const options = useOptions(card, typed.trim())
  // No answer is marked as long as the first one must be chosen by hand.
  const start = byHand.has(options[0]?.id ?? '') ? -1 : 0
  const at = Math.min(start + moved, options.length - 1)
  const choose = (choice: string, isSure = false) => {
    if (choice === 'type') {
      void navigate({
        to: '/documents/$id',
        params: { id: card.subject.id },
        search: { edit: true },
      })
    } else if (!isSure && isFinal(card, choice)) setFinal(choice)
    else {
      if (choice === 'asked' && card.evidence.type === 'text') void copyText(card.evidence.text)
      stream.answer(card, choice, choice === 'typed' ? typed.trim() : '')
    }
  }
  const enter = () => {
    const option = options[at]
    if (final !== null) choose(final, true)
    else if (option !== undefined) choose(option.id)
    else input.current?.focus()
  }
  const move = (by: 1 | -1) => setMoved(Math.max(0, Math.min(options.length - 1, at + by) - start))
  useKeys(t('The question'), keysOf(card, { choose, move, isFinal: final !== null }))
  useEnter({ enter, leave: () => setFinal(null), isTyped: card.answers.includes('typed'), input })
  return {
    input,
    typed,
    type: (text: string) => {
      setTyped(text)
      setMoved(0)
    },
    options,
    at,
    final,
    setFinal,
    choose,
    enter,
    move,
  }
}

/** A value that is missing or cannot be right is confirmed by ↓ and Enter, or by a click: nobody does that without looking. */
const byHand = new Set(['none', 'as is'])

function isFinal({ proposals }: Card, choice: string): boolean {
  return choice === 'remove' || proposals.find(({ id }) => id === choice)?.isFinal === true
}

/** The proposals, or what fits the typed text. */
function useOptions({ proposals, asks: { values } }: Card, typed: string): readonly Offered[] {
  const kind = masterKinds.find((one) => one === values['search'])
  const books = values['books'] === '' ? null : Number(values['books'])
  const [search] = useDebouncedValue(typed, pauseMs)
  const isSearched = kind !== undefined && search !== ''
  const found = useQuery({ ...mastersQuery(books, kind ?? 'ledger', search), enabled: isSearched })
  if (typed === '') return proposals
  if (kind === undefined) return [{ id: 'typed', name: typed, note: '' }]
  if (search !== typed || found.isPlaceholderData) return []
  return (found.data?.items ?? [])
    .slice(0, searchedMax)
    .map(({ id, name, gstin, parent }) => ({ id, name, note: gstin === '' ? parent : gstin }))
}

const masterKinds = knownKinds.filter((kind): kind is MasterKind => kind !== 'party')

type Doing = { choose(choice: string): void; move(by: 1 | -1): void; isFinal: boolean }

function keysOf(card: Card, { choose, move, isFinal: isLast }: Doing): Key[] {
  const listed: Key[] = [{ keys: 'Enter', does: t('Yes') }]
  if (isLast) return listed
  listed.push(
    { keys: 'ArrowDown', does: t('Other proposals'), run: () => move(1) },
    { keys: 'ArrowUp', does: t('The proposal before'), run: () => move(-1) },
    { keys: 's', does: t('Later'), run: () => choose('later') },
  )
  if (card.answers.includes('different')) {
    listed.push({ keys: 'd', does: t('Different'), run: () => choose('different') })
  }
  if (card.answers.includes('remove')) {
    listed.push({ keys: 'x', does: t('Not ours'), run: () => choose('remove') })
  }
  return listed
}

type Entering = {
  enter(): void
  leave(): void
  isTyped: boolean
  input: RefObject<HTMLInputElement | null>
}

/** What has keys of its own: links, buttons and fields. */
const ownKeys = 'a, button, input, select, textarea, [contenteditable], [role="menu"]'

/** Enter answers, Escape goes back, and what is typed goes into the field, wherever the focus is on the page. */
function useEnter({ enter, leave, isTyped, input }: Entering): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (document.querySelector('[aria-modal="true"]') !== null) return
    if (key === 'Escape') leave()
    if (target instanceof Element && target.closest(ownKeys) !== null) return
    if (key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) enter()
    } else if (isTyped && key.length === 1 && key !== ' ') input.current?.focus()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

function Typed({ answers, card }: { answers: Answering; card: Card }) {
  const { input, typed, type, enter, move } = answers
  const isSecret = card.asks.code === 'locked'
  const Field = isSecret ? PasswordInput : TextInput
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <Field
        ref={input}
        aria-label={isSecret ? t('Password') : t('Another answer')}
        placeholder={isSecret ? t('Password') : t('Another answer: type it')}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            type('')
            event.currentTarget.blur()
          }
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          move(event.key === 'ArrowDown' ? 1 : -1)
        }}
      />
    </form>
  )
}

type AnswerButtonProps = {
  isBest?: boolean
  hint: string
  note?: string
  onClick(): void
  children: string
}

/** An answer, with its key at the end. Phones have no keys. */
function AnswerButton({ isBest = false, hint, note = '', onClick, children }: AnswerButtonProps) {
  return (
    <Button
      variant={isBest ? 'filled' : 'default'}
      size={isBest ? 'md' : 'sm'}
      justify="space-between"
      className="wrapping-button"
      rightSection={
        hint !== '' && (
          <Kbd visibleFrom="sm" aria-hidden>
            {hint}
          </Kbd>
        )
      }
      onClick={onClick}
    >
      {note === '' ? children : `${children} · ${note}`}
    </Button>
  )
}
