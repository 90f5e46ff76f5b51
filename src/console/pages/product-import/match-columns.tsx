import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { DataTable } from '../../components/table.tsx'
import { counted } from '../../components/values.tsx'
import { fields, headerRowsMax, labelOf, titlesAt, wantedFields, type Column } from './columns.ts'
import { noticesOf, titleOf, type ImportFile } from './file.ts'

type MatchColumnsProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  onChange(columns: (Column | null)[]): void
  /** The time of the stock count, as a field for a time holds it. '' if the user gave no time. */
  countedAt: string
  onCounted(time: string): void
  onHeader(row: number): void
  onSheet(name: string): void
  onBack(): void
  onNext(): void
}

/** The field of each column: guessed by the title, and changed by the user. */
export function MatchColumns(props: MatchColumnsProps) {
  const { file, columns, onChange, countedAt, onCounted, onHeader, onSheet, onBack, onNext } = props
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Text size="sm">
          {file.source.name}, {counted(file.rows.length, 'row')}
        </Text>
        <Group align="flex-end">
          <SheetSelect file={file} onChange={onSheet} />
          <HeaderSelect file={file} onChange={onHeader} />
        </Group>
      </Group>
      <Notes file={file} columns={columns} />
      <DataTable
        label="Columns of the file"
        columns={[
          {
            key: 'title',
            title: 'Column in the file',
            isMain: true,
            cell: ({ title }) => (
              <Text size="sm" fw={600}>
                {title}
              </Text>
            ),
          },
          {
            key: 'values',
            title: 'Its first values',
            cell: ({ place }) => (
              <Text size="sm" c="dimmed" lineClamp={2} maw="26rem">
                {firstValues(file, place)}
              </Text>
            ),
          },
          {
            key: 'field',
            title: 'What it is',
            width: '18rem',
            cell: ({ place, title }) => (
              <FieldSelect
                title={title}
                value={columns[place] ?? null}
                onChange={(field) => onChange(withField(columns, place, field))}
              />
            ),
          },
        ]}
        rows={file.header.map((_, place) => ({ place, title: titleOf(file, place) }))}
        idOf={({ place }) => String(place)}
      />
      {columns.includes('stock_quantity') && <CountedAt value={countedAt} onChange={onCounted} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Another file
        </Button>
        <Button onClick={onNext} disabled={!columns.includes('sku')}>
          Look at what will happen
        </Button>
      </Group>
    </Stack>
  )
}

function CountedAt({ value, onChange }: { value: string; onChange(time: string): void }) {
  return (
    <TextInput
      type="datetime-local"
      label="The stock in the file was counted"
      description="What was sold since then, and is not in your accounting software yet, is taken off it: else it would be offered once more. Empty: the stock counts as it stands. To leave your stock alone, leave its column out."
      maw="32rem"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Notes about the file, and the fields still to be chosen. */
function Notes({ file, columns }: Pick<MatchColumnsProps, 'file' | 'columns'>) {
  const missing = wantedFields.filter((field) => !columns.includes(field))
  return (
    <>
      {noticesOf(file).map((notice) => (
        <Alert key={notice} color="yellow">
          {notice}
        </Alert>
      ))}
      {missing.includes('sku') && (
        <Alert color="red" role="alert">
          Choose the column with the {missing.map(labelOf).join(', and the one with the ')}.
        </Alert>
      )}
      {!missing.includes('sku') && missing.includes('name') && (
        <Alert color="cyan">
          No column is the name: products that are in the shop keep theirs, and new ones cannot be
          added.
        </Alert>
      )}
    </>
  )
}

type FieldSelectProps = {
  title: string
  value: Column | null
  onChange(field: Column | null): void
}

function FieldSelect({ title, value, onChange }: FieldSelectProps) {
  return (
    <Select
      aria-label={`What ${title} is`}
      placeholder="Left out"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Leave ${title} out` }}
      data={fields.map((field) => ({ value: field, label: labelOf(field) }))}
      value={value}
      onChange={(chosen) => onChange(fields.find((field) => field === chosen) ?? null)}
    />
  )
}

/** A field has only one column. The column that had the field before loses it. */
function withField(
  columns: readonly (Column | null)[],
  place: number,
  field: Column | null,
): (Column | null)[] {
  return columns.map((before, i) => (i === place ? field : before === field ? null : before))
}

/** A few different values of the first rows that have a value. */
function firstValues({ rows }: ImportFile, place: number): string {
  const values = rows.flatMap(({ cells }) => cells[place]?.trim() || [])
  return values.length === 0 ? 'empty' : [...new Set(values.slice(0, 20))].slice(0, 3).join(' · ')
}

/** The most titles of a row that the list shows. */
const shownMax = 4

/** The choice of a workbook's sheet. Shows nothing if there is only one sheet. */
function SheetSelect({ file, onChange }: { file: ImportFile; onChange(name: string): void }) {
  if (file.sheet === null || file.sheet.all.length < 2) return null
  return (
    <Select
      label="Sheet"
      w={{ base: '100%', xs: '14rem' }}
      allowDeselect={false}
      data={[...new Set(file.sheet.all)]}
      value={file.sheet.name}
      onChange={(name) => name !== null && onChange(name)}
    />
  )
}

/** The choice of the header row. The firm, the report and the period may stand above it. */
function HeaderSelect({ file, onChange }: { file: ImportFile; onChange(row: number): void }) {
  const { table, headerRow } = file
  // At least one row must be left below the header.
  const rows = table.slice(0, Math.min(headerRowsMax, table.length - 1))
  return (
    <Select
      label="The columns are named in"
      w={{ base: '100%', xs: '20rem' }}
      allowDeselect={false}
      data={rows.map(({ row }) => ({
        value: String(row),
        label: `Row ${row}: ${shownTitles(titlesAt(table, row))}`,
      }))}
      value={String(headerRow)}
      onChange={(row) => onChange(Number(row))}
    />
  )
}

function shownTitles(titles: readonly string[]): string {
  const filled = titles.filter((title) => title !== '')
  const more = filled.length > shownMax ? ', …' : ''
  return `${filled.slice(0, shownMax).join(', ')}${more}`
}
