import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../refusal.ts'
import { FormRefusal } from './form.tsx'
import { t } from '../language/language.ts'

type CsvImportProps<Found> = {
  /** A description of the file. */
  lead: ReactNode
  /** The text while the file is checked. */
  looking: string
  /** Asks the server what an import would do. Throws Refusal that says why the file cannot be read. */
  check(file: File): Promise<Found>
  /** The result of the check. */
  shown(found: Found): ReactNode
  /** The number of rows with changes. */
  countOf(found: Found): number
  /** The button's text for this number of rows. */
  action(count: number): string
  isSending: boolean
  /** Why the import was refused. */
  refusal: string | null
  /** Called when another file or none is chosen. */
  onChoose(): void
  onSend(found: Found): void
  onClose(): void
  /** The text of the close button while the import runs. */
  closeWhileSending: string
  /** Another button for the result. */
  extra?(found: Found): ReactNode
  /** The progress. */
  children?: ReactNode
}

/** Imports a CSV file or a workbook, after showing what that would do. */
export function CsvImport<Found>({ check: checkFile, ...props }: CsvImportProps<Found>) {
  const { isSending, onChoose, onSend, shown, countOf, action } = props
  const check = useMutation({ mutationFn: checkFile })
  const found = check.data
  const count = found === undefined ? 0 : countOf(found)
  const choose = (file: File | null) => {
    onChoose()
    check.reset()
    if (file !== null) check.mutate(file)
  }
  return (
    <Stack>
      {props.lead}
      <FormRefusal>{props.refusal}</FormRefusal>
      <FileInput
        label={t('CSV file or Excel workbook')}
        placeholder={t('Choose a file')}
        accept=".csv,.xlsx,text/csv,text/plain"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear the file') }}
        data-autofocus
        error={check.isError ? messageOf(check.error) : null}
        disabled={isSending}
        onChange={choose}
      />
      {check.isPending && <Text size="sm">{props.looking}</Text>}
      {found !== undefined && !isSending && shown(found)}
      {props.children}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {isSending ? props.closeWhileSending : t('Cancel')}
        </Button>
        {found !== undefined && props.extra?.(found)}
        <Button
          disabled={count === 0}
          loading={isSending}
          onClick={() => found !== undefined && onSend(found)}
        >
          {found !== undefined && count === 0 ? t('Nothing to bring in') : action(count)}
        </Button>
      </Group>
    </Stack>
  )
}
