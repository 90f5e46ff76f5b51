import { Alert, Button, Group, Paper, Select, Stack, Table, Text } from '@mantine/core'
import { formatCount } from '../../parts/money.tsx'
import { fields, labelOf, requiredFields } from './fields.ts'
import type { ImportFile } from './import-file.ts'
import type { Column } from './import-rows.ts'

type MatchColumnsProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  onChange(columns: (Column | null)[]): void
  onBack(): void
  onNext(): void
}

/** What each column of the file is: guessed by its title, and changed here. */
export function MatchColumns({ file, columns, onChange, onBack, onNext }: MatchColumnsProps) {
  const missing = requiredFields.filter((field) => !columns.includes(field))
  return (
    <Stack>
      <Text size="sm">
        {file.name}, {formatCount(file.rows.length)} {file.rows.length === 1 ? 'row' : 'rows'}
      </Text>
      {file.notice !== null && <Alert color="yellow">{file.notice}</Alert>}
      {missing.length > 0 && (
        <Alert color="red" role="alert">
          Choose the column with the {missing.map(labelOf).join(', and the one with the ')}.
        </Alert>
      )}
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
              <Table.Tr role="row" key={`${place} ${title}`}>
                <Table.Td role="rowheader" data-main="">
                  <Text size="sm" fw={600}>
                    {titleOf(title, place)}
                  </Text>
                </Table.Td>
                <Table.Td role="cell" data-title="Values">
                  <Text size="sm" c="dimmed" lineClamp={2} maw="26rem">
                    {firstValues(file, place)}
                  </Text>
                </Table.Td>
                <Table.Td role="cell" data-title="What it is">
                  <FieldSelect
                    title={titleOf(title, place)}
                    value={columns[place] ?? null}
                    onChange={(field) => onChange(withField(columns, place, field))}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Another file
        </Button>
        <Button onClick={onNext} disabled={missing.length > 0}>
          Look at what will happen
        </Button>
      </Group>
    </Stack>
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
      data={fields.map(({ field, label }) => ({ value: field, label }))}
      value={value}
      onChange={(chosen) => onChange(fields.find(({ field }) => field === chosen)?.field ?? null)}
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

function titleOf(title: string, place: number): string {
  return title === '' ? `Column ${place + 1}` : title
}

/** Values of the first rows that have any. */
function firstValues({ rows }: ImportFile, place: number): string {
  const values = rows.flatMap(({ cells }) => cells[place]?.trim() || [])
  return values.length === 0 ? 'empty' : [...new Set(values.slice(0, 20))].slice(0, 3).join(' · ')
}
