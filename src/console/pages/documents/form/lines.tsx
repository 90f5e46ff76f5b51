import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useId, useMemo, useState } from 'react'
import { IconButton } from '../../../components/buttons.tsx'
import { Paging } from '../../../components/table.tsx'
import { formatCount } from '../../../components/values.tsx'
import { newKey } from '../../../new-key.ts'
import { CellInput, placeProps } from './cell-input.tsx'
import type { Change } from './changes.ts'
import { isNested, type Cell, type Line } from './draft.ts'
import { inputOf } from './kinds.ts'
import { ItemCell, type Seller } from './proposing.tsx'
import { columnsOf, isItem, type GridColumn } from './places.ts'
import { computedAmount, type Findings } from './sums.ts'
import { isTouched, linesPerPage, type Bill } from './use-bill.ts'
import { removeLine } from './use-keyboard.ts'
import { t } from '../../../language/language.ts'

/** The least width of a column, and the extra width of a text. With more columns the grid scrolls. */
const columnRem = 4.25
const textRem = 6

/** Short titles for columns of figures. */
const shortTitles = new Map([
  ['qty', t('Qty')],
  ['discount', t('Disc.')],
])

/** The lines of a document as a grid of fields, on a phone as cards. */
export function BillLines({ bill }: { bill: Bill }) {
  const { draft, kind, change, found, doubts, page, setPage, goTo } = bill
  const { lines } = draft
  const { vendor_name: name, gstin } = draft.head
  const seller = useMemo(
    () => ({ name: name?.text ?? '', gstin: gstin?.text ?? '' }),
    [name?.text, gstin?.text],
  )
  const columns = useUnchanged(columnsOf(kind, draft))
  const remove = useRemoval(bill, columns)
  const pages = Math.max(1, Math.ceil(lines.length / linesPerPage))
  const first = (Math.min(page, pages) - 1) * linesPerPage
  const add = (type: 'add line' | 'add column') => {
    const id = newKey()
    change(type === 'add line' ? { type, id, after: null } : { type, id })
    goTo(
      type === 'add line'
        ? { line: id, key: columns[0]?.key ?? '' }
        : { line: null, key: `name of ${id}` },
    )
  }
  return (
    <section aria-labelledby="bill-lines">
      <Title order={2} size="h5" id="bill-lines" mb={4}>
        {t('Lines')}
      </Title>
      <div className="bill-grid-frame">
        <table
          className="bill-grid"
          aria-labelledby="bill-lines"
          style={{ minWidth: `${columns.length * columnRem + textRem}rem` }}
        >
          <ColumnNames columns={columns} change={change} />
          <tbody>
            {lines.slice(first, first + linesPerPage).map((line, index) => (
              <LineRow
                key={line.id}
                line={line}
                number={first + index + 1}
                columns={columns}
                findings={found.ofLines.get(line.id)}
                doubts={doubts.ofLines.get(line.id)}
                seller={seller}
                change={change}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Paging
        label={t('lines')}
        paging={{
          page: Math.min(page, pages),
          size: linesPerPage,
          total: lines.length,
          onChange: setPage,
        }}
      />
      <Group gap="xs" mt="xs">
        <IconButton icon={IconPlus} size="xs" variant="default" onClick={() => add('add line')}>
          {t('Add a line')}
        </IconButton>
        <IconButton icon={IconPlus} size="xs" variant="default" onClick={() => add('add column')}>
          {t('Add a column')}
        </IconButton>
      </Group>
    </section>
  )
}

/** Removes a line by its button. The focus stays in the lines. */
function useRemoval({ latest, change, goTo }: Bill, columns: readonly GridColumn[]) {
  const first = columns[0]?.key ?? ''
  return useCallback(
    (line: string) => {
      // On a touch screen, focusing a field would open the keyboard.
      if (isTouched()) change({ type: 'remove line', line })
      else removeLine({ latest, change, goTo }, { line, key: first })
    },
    [latest, change, goTo, first],
  )
}

/** Returns the same list while its content is equal, because a new list renders all rows again. */
function useUnchanged(columns: GridColumn[]): readonly GridColumn[] {
  const [kept, setKept] = useState(columns)
  if (JSON.stringify(kept) === JSON.stringify(columns)) return kept
  setKept(columns)
  return columns
}

type ColumnNamesProps = { columns: readonly GridColumn[]; change: (change: Change) => void }

function ColumnNames({ columns, change }: ColumnNamesProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className="line-number">
          <span className="visually-hidden">{t('Number')}</span>
        </th>
        {columns.map(({ key, label, isOther }, index) => (
          <th key={key} scope="col" data-input={inputOf(key)}>
            {isOther ? (
              <input
                className="cell-input"
                aria-label={t('Name of column {{number}}', { number: index + 1 })}
                placeholder={t('Name')}
                tabIndex={-1}
                data-line=""
                data-key={`name of ${key}`}
                value={label}
                onChange={({ currentTarget }) =>
                  change({ type: 'name column', id: key, label: currentTarget.value })
                }
              />
            ) : (
              (shortTitles.get(key) ?? label)
            )}
          </th>
        ))}
        <th className="line-bin">
          <span className="visually-hidden">{t('Take away')}</span>
        </th>
      </tr>
    </thead>
  )
}

type LineRowProps = {
  line: Line
  number: number
  columns: readonly GridColumn[]
  findings: Findings | undefined
  doubts: Findings | undefined
  seller: Seller
  change: (change: Change) => void
  onRemove: (line: string) => void
}

/** Renders only when its own props change. */
const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, number, columns, findings = {}, doubts = {}, onRemove } = props
  const notesId = useId()
  const notes = notesOf(line, columns, findings, doubts)
  return (
    <>
      <tr data-has-notes={notes.length > 0 || undefined}>
        <td className="line-number">{formatCount(number)}</td>
        {columns.map((column) => (
          <LineCell
            key={column.key}
            column={column}
            notesId={notes.length === 0 ? undefined : notesId}
            {...props}
          />
        ))}
        <td className="line-bin">
          <ActionIcon
            tabIndex={-1}
            size="sm"
            aria-label={t('Take line {{number}} away', { number })}
            onClick={() => onRemove(line.id)}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      {notes.length > 0 && (
        <tr className="line-notes">
          <td />
          <td colSpan={columns.length + 1} id={notesId}>
            {notes.map(({ text, color }) => (
              <Text key={text} size="xs" c={color}>
                {text}
              </Text>
            ))}
          </td>
        </tr>
      )}
    </>
  )
})

type Note = { text: string; color: string }

/** The notes of a line: findings, doubts, and the date of its rate. */
function notesOf(
  { cells }: Line,
  columns: readonly GridColumn[],
  findings: Findings,
  doubts: Findings,
): Note[] {
  const rate = columns.some(({ key }) => key === 'rate') ? cells['rate']?.note : undefined
  return [
    ...Object.values(findings).map((text) => ({ text, color: 'var(--mantine-color-error)' })),
    ...Object.values(doubts).map((text) => ({ text, color: 'var(--mantine-color-text)' })),
    ...(rate === undefined ? [] : [{ text: t('Rate: {{rate}}', { rate }), color: 'dimmed' }]),
  ]
}

type LineCellProps = LineRowProps & { column: GridColumn; notesId: string | undefined }

function LineCell(props: LineCellProps) {
  const { line, number, column, findings, doubts, seller, change, notesId } = props
  const { key, label } = column
  const input = inputOf(key)
  const cell: Cell = line.cells[key] ?? { text: '' }
  const isWrong = findings?.[key] !== undefined
  const isDoubtful = doubts?.[key] !== undefined
  const field = {
    ...placeProps({ line: line.id, key }, input),
    'aria-label': t('{{label}} of line {{number}}', { label, number }),
    ...(isWrong || isDoubtful || cell.note !== undefined ? { 'aria-describedby': notesId } : {}),
    value: cell.text,
    disabled: isNested(cell),
    isProposed: cell.note !== undefined,
    isWrong,
    isDoubtful,
    title: cell.note,
    placeholder: key === 'amount' ? computedAmount(line) : undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ type: 'cell', line: line.id, key, text: currentTarget.value }),
  }
  return (
    <td data-label={label} data-input={input}>
      {isItem(key) ? (
        <ItemCell
          line={line.id}
          itemKey={key}
          text={cell.text}
          seller={seller}
          change={change}
          field={field}
        />
      ) : (
        <CellInput {...field} />
      )}
    </td>
  )
}
