import { ActionIcon, Group, Text, TextInput, Select } from '@mantine/core'
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../../../components/buttons.tsx'
import { newKey } from '../../../new-key.ts'
import { fieldProps } from './cell-input.tsx'
import { hasText, isNested, type OtherField, type Draft } from './draft.ts'
import { type Kind, kinds } from './kinds.ts'
import { sellerFacts as factsOf, SellerField } from './proposing.tsx'
import type { SellerProposal } from './proposing.tsx'
import { isTouched, type Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'
import { api, ask, type AnswerOf, answerQuery } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { DocumentLink } from '../../../components/cells.tsx'
import { formatDay, dayOf } from '../../../components/days.ts'
import type { DocumentCategory } from '../../../words.ts'
import { Words } from '../../../language/words.tsx'

type BillHeadProps = {
  bill: Bill
  documentId: string
  onSeller: (seller: SellerProposal) => void
}

/** The head of a document: the fields of its kind, then other fields. */
export function BillHead({ bill, documentId, onSeller }: BillHeadProps) {
  const { draft, kind, change, goTo } = bill
  const [isAll, showAll] = useState(false)
  const addField = () => {
    const id = newKey()
    change({ type: 'add other', id })
    goTo({ line: null, key: `name of ${id}` })
  }
  const number = kind.head.find((key) => key.endsWith('_no') && !key.startsWith('original'))
  return (
    <section aria-labelledby="bill-head">
      <h2 id="bill-head" className="visually-hidden">
        {kind.title}
      </h2>
      <div className="bill-head">
        <KindField bill={bill} documentId={documentId} />
        {kind.head.map((key) => (
          <HeadField key={key} name={key} bill={bill} onSeller={onSeller}>
            {key === number && kind.category !== 'bank_entry' && (
              <SameNumber draft={draft} numberKey={key} kind={kind} documentId={documentId} />
            )}
          </HeadField>
        ))}
      </div>
      <div className="bill-head" data-more>
        {moreKeys(bill, kind, isAll).map((key) => (
          <HeadField key={key} name={key} bill={bill} onSeller={onSeller} />
        ))}
      </div>
      <OtherFields bill={bill} />
      <Group gap="xs" mt="xs">
        {!isAll && (
          <IconButton icon={IconDots} size="xs" variant="default" onClick={() => showAll(true)}>
            {t('More fields')}
          </IconButton>
        )}
        <IconButton icon={IconPlus} size="xs" variant="default" onClick={addField}>
          {t('Add a field')}
        </IconButton>
      </Group>
    </section>
  )
}

/** Frequent fields, other fields with values and, on demand, rare fields. */
function moreKeys({ draft }: Bill, { head, more, foot, seldom }: Kind, isAll: boolean): string[] {
  const shown = new Set([...head, ...more, ...foot])
  const read = Object.entries(draft.head)
    .filter(([key, cell]) => !shown.has(key) && key !== 'document_type' && hasText(cell))
    .map(([key]) => key)
  return [...more, ...new Set([...read, ...(isAll ? seldom : [])])]
}

type HeadFieldProps = {
  name: string
  bill: Bill
  onSeller: (seller: SellerProposal) => void
  children?: ReactNode
}

function HeadField({ name, bill, onSeller, children }: HeadFieldProps) {
  const { kind, change } = bill
  const size = kind.head.includes(name) ? 'sm' : 'xs'
  const field = { ...fieldProps(bill, name), size } as const
  const choose = (seller: SellerProposal) => {
    const { values, note } = factsOf(seller)
    change({ type: 'head', key: name, text: seller.name })
    change({ type: 'fill', line: null, values, note })
    onSeller(seller)
  }
  return (
    <div data-wide={name === 'vendor_name' || undefined}>
      {name === 'vendor_name' ? (
        <SellerField text={field.value} category={kind.category} onChoose={choose} field={field} />
      ) : (
        <TextInput {...field} />
      )}
      {children}
    </div>
  )
}

/** A field that the forms do not know keeps its printed label. */
function OtherFields({ bill: { draft, kind, doubts, change, goTo } }: { bill: Bill }) {
  if (draft.others.length === 0) return null
  const remove = (id: string) => {
    const at = draft.others.findIndex((field) => field.id === id)
    const beside = draft.others[at + 1] ?? draft.others[at - 1]
    change({ type: 'remove other', id })
    if (!isTouched()) goTo({ line: null, key: beside?.id ?? kind.head.at(-1) ?? '' })
  }
  return (
    <>
      <Text size="sm" fw={500} mt="sm" mb={4}>
        {t('Also on the paper')}
      </Text>
      <div className="bill-others">
        {draft.others.map((field) => (
          <Other
            key={field.id}
            field={field}
            doubt={doubts.ofHead[field.id]}
            onChange={(changed) => change({ type: 'other', id: field.id, changed })}
            onRemove={() => remove(field.id)}
          />
        ))}
      </div>
    </>
  )
}

type OtherProps = {
  field: OtherField
  doubt: string | undefined
  onChange: (changed: Partial<OtherField>) => void
  onRemove: () => void
}

function Other({ field, doubt, onChange, onRemove }: OtherProps) {
  const { id, label, text, original } = field
  const name = label === '' ? t('the new field') : label
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        size="xs"
        flex="1 1 40%"
        aria-label={t('Name of {{name}}', { name })}
        placeholder={t('Name')}
        // A read label is seldom changed, so Tab skips it.
        tabIndex={original === undefined ? 0 : -1}
        data-line=""
        data-key={`name of ${id}`}
        value={label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <TextInput
        size="xs"
        flex="1 1 60%"
        aria-label={t('Value of {{name}}', { name })}
        placeholder={t('Value')}
        disabled={isNested(field)}
        description={doubt}
        data-doubtful={doubt !== undefined || undefined}
        classNames={{ input: 'bill-field' }}
        inputWrapperOrder={['input', 'description']}
        data-line=""
        data-key={id}
        value={text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <ActionIcon tabIndex={-1} aria-label={t('Take {{name}} away', { name })} onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** The kind of paper. Choosing a kind of another category moves the document there with its typed values. */
function KindField({ bill, documentId: id }: { bill: Bill; documentId: string }) {
  const { kind, change } = bill
  const move = useCommand({
    run: ({ category }: Kind) => ask(api.documents({ id }).move.post({ category })),
  })
  const choose = (name: string | null) => {
    const chosen = kinds.find((other) => other.name === name)
    if (chosen === undefined) return
    if (chosen.category === kind.category) return change({ type: 'kind', kind: chosen })
    move.mutate(chosen, { onSuccess: () => change({ type: 'kind', kind: chosen }) })
  }
  return (
    <Select
      label={t('Kind of paper')}
      data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
      value={kind.name}
      // A disabled field would lose the focus.
      readOnly={move.isPending}
      allowDeselect={false}
      onChange={choose}
    />
  )
}

/** The pause in typing before the search, in milliseconds. */
const pauseMs = 300

type Asked = {
  number: string
  seller: string
  gstin: string
  date: string
  category: DocumentCategory
  except: string
}

function sameNumberQuery(asked: Asked) {
  return answerQuery(['documents', 'same-number', asked], () =>
    api.documents['same-number'].get({ query: asked }),
  )
}

type OtherDocument = AnswerOf<typeof sameNumberQuery>['documents'][number]

type SameNumberProps = { draft: Draft; numberKey: string; kind: Kind; documentId: string }

/** Warns while a number is typed if another document has it, also another user's. */
function SameNumber({ draft: { head }, numberKey, kind, documentId }: SameNumberProps) {
  const textOf = (key: string) => head[key]?.text.trim() ?? ''
  const asked = {
    number: textOf(numberKey),
    seller: textOf('vendor_name'),
    gstin: textOf('gstin'),
    date: textOf('invoice_date') || textOf('po_date'),
    category: kind.category,
    except: documentId,
  }
  const [number] = useDebouncedValue(asked.number, pauseMs)
  const found = useQuery({
    ...sameNumberQuery({ ...asked, number }),
    enabled: number !== '' && number === asked.number,
  })
  const [first] = number === asked.number ? (found.data?.documents ?? []) : []
  if (first === undefined) return null
  return (
    <Text size="xs" mt={4} role="status" c="var(--mantine-color-orange-text)">
      <Words
        of={t('This number is there already: {{named}}.')}
        with={{ named: <Named other={first} /> }}
      />
    </Text>
  )
}

function Named({ other: { id, filename, isSameUser, uploadedBy, day } }: { other: OtherDocument }) {
  const when = formatDay(dayOf(new Date(day).getTime()))
  const whose = isSameUser
    ? t('added on {{when}}', { when })
    : t('uploaded by {{uploadedBy}} on {{when}}', { uploadedBy, when })
  if (id === null || filename === null) return whose
  return (
    <>
      <DocumentLink to={{ id, filename }} inherit underline="always" />, {whose}
    </>
  )
}
