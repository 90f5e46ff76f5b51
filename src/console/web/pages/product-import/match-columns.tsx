import { Alert, Button, Group, Paper, Select, Stack, Table, Text } from '@mantine/core'
import { counted } from '../../components/values.tsx'
import { fields, labelOf, wantedFields } from './fields.ts'
import { noticesOf, titleOf } from './file-words.ts'
import { HeaderSelect } from './header-select.tsx'
import type { ImportFile } from './import-file.ts'
import type { Column } from './import-rows.ts'

type MatchColumnsProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  onChange(columns: (Column | null)[]): void
  onHeader(row: number): void
  onBack(): void
  onNext(): void
}

/** What each column of the file is: guessed by its title, and changed here. */
export function MatchColumns(props: MatchColumnsProps) {
  const { file, columns, onChange, onHeader, onBack, onNext } = props
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Text size="sm">
          {file.name}, {counted(file.rows.length, 'row')}
        </Text>
        <HeaderSelect file={file} onChange={onHeader} />
      </Group>
      <Notes file={file} columns={columns} />
      <Paper withBorder>
        <Table className="data-table" verticalSpacing="sm" horizontalSpacing="md" role="table">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="columnheader">Column in the file</Table.Th>
              <Table.Th role="columnheader">Its first values</Table.Th>
              <Table.Th role="columnheader" w="18rem">
                What it is
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {file.header.map((title, place) => (
              // Titles may come twice, and their order never changes.
              <ColumnRow
                key={`${place} ${title}`}
                title={titleOf(file, place)}
                values={firstValues(file, place)}
                field={columns[place] ?? null}
                onChange={(field) => onChange(withField(columns, place, field))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
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

/** What to know of the file, and what is still to be chosen. */
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

type ColumnRowProps = {
  title: string
  values: string
  field: Column | null
  onChange(field: Column | null): void
}

function ColumnRow({ title, values, field, onChange }: ColumnRowProps) {
  return (
    <Table.Tr role="row">
      <Table.Td role="rowheader" data-main="">
        <Text size="sm" fw={600}>
          {title}
        </Text>
      </Table.Td>
      <Table.Td role="cell" data-title="Values">
        <Text size="sm" c="dimmed" lineClamp={2} maw="26rem">
          {values}
        </Text>
      </Table.Td>
      <Table.Td role="cell" data-title="What it is">
        <FieldSelect title={title} value={field} onChange={onChange} />
      </Table.Td>
    </Table.Tr>
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

/** A field is in one column: the one that had it before is left out. */
function withField(
  columns: readonly (Column | null)[],
  place: number,
  field: Column | null,
): (Column | null)[] {
  return columns.map((before, i) => (i === place ? field : before === field ? null : before))
}

/** Values of the first rows that have any. */
function firstValues({ rows }: ImportFile, place: number): string {
  const values = rows.flatMap(({ cells }) => cells[place]?.trim() || [])
  return values.length === 0 ? 'empty' : [...new Set(values.slice(0, 20))].slice(0, 3).join(' · ')
}
