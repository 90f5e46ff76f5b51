import { Anchor, Stack, Text, Code, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocalStorage } from '@mantine/hooks'
import { DataTable, type Column } from '../../components/table.tsx'
import { readQuery, type ExplainedField, type ReadDocument, type ShownDocument } from './data.ts'
import { explanationOfField, explanationText } from './form/reading/explained.ts'
import { useShowSpot } from './paper/tools.tsx'
import { reasonText, saysNothing, valueText, type KeyName } from './words.tsx'
import { t } from '../../language/language.ts'
import { labelOf } from './form/kinds.ts'

type HeadFieldsProps = { shown: ShownDocument; fields: readonly ExplainedField[] }

/** The head of a document: printed values beside delivered ones, with the rules behind the differences. */
export function HeadFields({ shown, fields }: HeadFieldsProps) {
  const read = useQuery({ ...readQuery(shown.id), enabled: shown.reader !== null })
  const { data } = read
  const columns = useMemo(() => headColumns(data), [data])
  return (
    <DataTable
      label={t('Head of the document')}
      columns={columns}
      rows={fields}
      idOf={({ label, key }) => `${label ?? ''}\n${key ?? ''}`}
    />
  )
}

const headColumns = (read: ReadDocument | undefined): readonly Column<ExplainedField>[] => [
  {
    key: 'printed',
    title: t('On the document'),
    width: '33%',
    cell: (field) => <Printed field={field} />,
  },
  {
    key: 'delivered',
    title: t('Delivered'),
    width: '33%',
    cell: (field) => <Delivered field={field} />,
  },
  { key: 'why', title: t('Why'), cell: (field) => <Why field={field} read={read} /> },
]

function Printed({ field: { label, raw } }: { field: ExplainedField }) {
  const nameOf = useKeyName('head')
  if (label === null) return <Text size="sm">–</Text>
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed" style={wrapped}>
        {nameOf(label)}
      </Text>
      <Text size="sm" style={wrapped}>
        {shownText(valueText(raw))}
      </Text>
    </Stack>
  )
}

function Delivered({ field: { key, value } }: { field: ExplainedField }) {
  if (key === null) return <Text size="sm">–</Text>
  return (
    <Stack gap={0} align="flex-start">
      <Key name={key} place="head" />
      <Text size="sm" fw={500} style={wrapped}>
        {shownText(valueText(value))}
      </Text>
    </Stack>
  )
}

type WhyProps = { field: ExplainedField; read: ReadDocument | undefined }

function Why({ field, read }: WhyProps) {
  const nameOf = useKeyName('head')
  const reasons = field.reasons.filter((reason) => !saysNothing(reason, nameOf))
  return (
    <Stack gap={0} align="flex-start">
      {read !== undefined && <HowRead field={field} read={read} />}
      {reasons.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('As printed.')}
        </Text>
      )}
      {reasons.map((reason) => (
        <Text key={reason.kind} size="xs" c="dimmed" style={wrapped}>
          {reasonText(reason, field, nameOf)}
        </Text>
      ))}
    </Stack>
  )
}

/** How a value was read. It shows the spot on the paper. */
function HowRead({ field, read }: { field: ExplainedField; read: ReadDocument }) {
  const show = useShowSpot()
  const nameOf = useKeyName('head')
  const { label } = field
  const explanation = explanationOfField(read, field)
  if (label === null || explanation === undefined) return null
  const text = explanationText(explanation)
  const { page, box } = explanation
  if (page === null || box === null) {
    return (
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    )
  }
  const says = `${nameOf(label)}: ${text}`
  const showIt = () => show({ page, box, says, isDoubtful: false })
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      ta="start"
      aria-label={t('{{says}}: show it on the paper', { says })}
      onFocus={showIt}
      onMouseEnter={showIt}
      onClick={showIt}
    >
      {text}
    </Anchor>
  )
}

const wrapped = { overflowWrap: 'anywhere' } as const

function shownText(text: string): string {
  return text === '' ? '–' : text
}

export function useShowsKeys() {
  return useLocalStorage({ key: 'daybook-shows-keys', defaultValue: false })
}

/** The names of keys: for people or, for integrators, as programs get them. */
export function useKeyName(place: 'head' | 'line'): KeyName {
  const [showsKeys] = useShowsKeys()
  return (key) => (showsKeys ? key : labelOf(place, key))
}

/** A key under its chosen name. */
export function Key({ name, place }: { name: string; place: 'head' | 'line' }) {
  const [showsKeys] = useShowsKeys()
  if (showsKeys) return <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
  return (
    <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {labelOf(place, name)}
    </Text>
  )
}

export function KeySwitch() {
  const [showsKeys, show] = useShowsKeys()
  return (
    <Switch
      size="xs"
      label={t('Names that programs get')}
      checked={showsKeys}
      onChange={({ currentTarget }) => show(currentTarget.checked)}
    />
  )
}
