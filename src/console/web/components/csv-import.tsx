import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../refusal.ts'
import { FormRefusal } from './form.tsx'
import { t } from '../language/language.ts'

type CsvImportProps<Found> = {
  /** What such a file looks like. */
  lead: ReactNode
  /** While the file is looked through. */
  looking: string
  /** Asks what bringing the file in would do; throws Refusal that says why it cannot be read. */
  check(file: File): Promise<Found>
  /** What it would do. */
  shown(found: Found): ReactNode
  /** Rows that change something. */
  countOf(found: Found): number
  /** What the button says of so many. */
  action(count: number): string
  isSending: boolean
  /** Why it was not brought in. */
  refusal: string | null
  /** Another file was chosen, or none. */
  onChoose(): void
  onSend(found: Found): void
  onClose(): void
  /** What closing means while it is sent. */
  closeWhileSending: string
  /** Another button for what was found. */
  extra?(found: Found): ReactNode
  /** How far it is. */
  children?: ReactNode
}

/** A CSV file or a workbook that is brought in after it is said what that would do. */
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
