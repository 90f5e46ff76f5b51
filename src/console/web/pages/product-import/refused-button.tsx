import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadCsv } from '../../components/csv.ts'
import type { ImportFile } from './import-file.ts'
import type { RowResult } from './import-rows.ts'
import { refusedRows } from './refused-rows.ts'

type RefusedButtonProps = { file: ImportFile; results: readonly RowResult[] }

/** Saves the rows that were refused, each with its reason, to be corrected and brought in again. */
export function RefusedButton({ file, results }: RefusedButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() =>
        downloadCsv(refusedName(file.name), refusedRows(file.header, results), file.delimiter)
      }
    >
      Save the refused rows
    </Button>
  )
}

function refusedName(name: string): string {
  return `${name.replace(/\.(csv|txt)$/i, '')}-refused.csv`
}
