import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadCsv } from '../../components/csv.ts'
import { FormRefusal } from '../../components/form.tsx'
import { readImportFile, type ImportFile } from './import-file.ts'
import { sampleTable } from './refused-rows.ts'

/** Takes a CSV file, dropped or chosen. */
export function ChooseFile({ onChosen }: { onChosen(file: ImportFile): void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(null)
    setReading(true)
    // It may have been moved since it was chosen, or belong to a program that locks it.
    const read = await readImportFile(file).catch(
      () => 'The file could not be read. Choose it again.',
    )
    setReading(false)
    if (typeof read === 'string') setProblem(read)
    else onChosen(read)
  }
  return (
    <Stack maw={720}>
      <FormRefusal>{problem}</FormRefusal>
      <Dropzone
        onDrop={([file]) => void choose(file)}
        onReject={() => setProblem('Choose one file at a time.')}
        multiple={false}
        loading={isReading}
        p="xl"
        aria-label="Choose a CSV file"
      >
        <Group justify="center" gap="md" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <div>
            <Text fw={600}>Drop a CSV file here, or press to choose it</Text>
            <Text size="sm" c="dimmed">
              From Excel or Google Sheets, saved as “CSV UTF-8”.
            </Text>
          </div>
        </Group>
      </Dropzone>
      <Text size="sm" c="dimmed">
        It needs a column of SKUs, and one of names for products that are new. Lines above the
        titles, as Tally and others write them, may stay. A product whose SKU is in the shop already
        is changed: what the file does not say of it stays as it is. Nothing is written before you
        have seen what will happen.{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => downloadCsv('products.csv', sampleTable)}
        >
          Save a sample file
        </Anchor>
      </Text>
    </Stack>
  )
}
