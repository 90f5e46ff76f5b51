import { Alert, Button, Code, FileInput, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { showLateRefusal } from '../../components/commands.tsx'
import { decodeUtf8 } from '../../components/csv.ts'
import { useIsShown, useRefresh } from '../../components/hooks.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import { ChangedScans, ChangeProgress, sum } from './changes.tsx'
import { changesQuery } from './data.ts'

type ImportRulesProps = { isOpen: boolean; onClose: () => void }

/** Rules from a CSV file: first what they would do, then, when that is wished, the rules. */
export function ImportRules({ isOpen, onClose }: ImportRulesProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Bring rules in from a CSV file" size="xl">
      <ImportForm onClose={onClose} />
    </Modal>
  )
}

type Check = Awaited<ReturnType<typeof checkCsv>>

function ImportForm({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: checkFile })
  const bring = useBringIn(onClose)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    bring.reset()
    check.reset()
    if (chosen !== null) check.mutate(chosen)
  }
  const found = check.data
  const error = bring.error ?? check.error
  return (
    <Stack>
      <Format />
      <FileInput
        label="CSV file"
        placeholder="Choose a file"
        accept=".csv,text/csv,text/plain"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
        value={file}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': 'Another file' }}
        error={error === null ? null : messageOf(error)}
      />
      {check.isPending && <Text size="sm">Looking through the file and the waiting scans…</Text>}
      {found !== undefined && <WhatItDoes check={found.check} />}
      <ChangeProgress />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {bring.isPending ? 'Close: it goes on by itself' : 'Cancel'}
        </Button>
        <Button
          disabled={found === undefined || found.check.created + found.check.updated === 0}
          loading={bring.isPending}
          onClick={() => found !== undefined && bring.mutate(found.csv)}
        >
          {found === undefined ? 'Bring the rules in' : bringLabel(found.check)}
        </Button>
      </Group>
    </Stack>
  )
}

function useBringIn(onClose: () => void) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const isShown = useIsShown()
  return useMutation({
    mutationFn(csv: string) {
      const bringing = ask(api.rules.import.post({ csv }))
      void client.invalidateQueries({ queryKey: changesQuery.queryKey })
      return bringing
    },
    async onSuccess({ created, updated }) {
      notifications.show({
        message: `${formatCount(created)} rules are new, ${formatCount(updated)} changed.`,
      })
      if (isShown.current) onClose()
      await refresh()
    },
    onError(failure) {
      if (!isShown.current) showLateRefusal(failure, 'The rules were not brought in')
    },
  })
}

function Format() {
  return (
    <Stack gap={6}>
      <Text size="sm">
        The first row names the columns. Leave the category empty for all documents; the key is only
        for values. “Download all rules” gives such a file.
      </Text>
      <Code block tabIndex={0} role="region" aria-label="An example of such a file">
        {[
          'type,category,key,from,to',
          'label,,,Party Bill Ref,invoice_no',
          'label,purchase_order,,Ref,po_no',
          'value,,place_of_supply,MAHARASTRA,Maharashtra',
        ].join('\n')}
      </Code>
    </Stack>
  )
}

function WhatItDoes({ check }: { check: Check }) {
  const { created, updated, unchanged, refused, refusedCount, emptying, ignored, preview } = check
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} role="status">
        {formatCount(created)} new, {formatCount(updated)} changed, {formatCount(unchanged)} are
        there already, {formatCount(refusedCount)} cannot be taken. {sum(preview)}
      </Text>
      {emptying > 0 && (
        <Alert color="yellow">
          {emptying === 1 ? '1 rule delivers' : `${formatCount(emptying)} rules deliver`} nothing in
          place of a value: “to” is empty.
        </Alert>
      )}
      {ignored.length > 0 && (
        <Alert color="yellow">
          Columns that mean nothing here are left out: {ignored.join(', ')}.
        </Alert>
      )}
      {refusedCount > 0 && (
        <Alert color="yellow" title="These rows are left out">
          <Stack gap={2}>
            {refused.map(({ line, message }) => (
              <Text key={line} size="sm">
                Line {line}: {message}
              </Text>
            ))}
            {refusedCount > refused.length && (
              <Text size="sm">and {formatCount(refusedCount - refused.length)} more.</Text>
            )}
          </Stack>
        </Alert>
      )}
      <ChangedScans preview={preview} />
    </Stack>
  )
}

function bringLabel({ created, updated }: Check): string {
  const count = created + updated
  if (count === 0) return 'Nothing to bring in'
  return `Bring ${counted(count, 'rule')} in`
}

async function checkFile(file: File) {
  const csv = decodeUtf8(await file.arrayBuffer())
  // Excel's plain "CSV" is in an old code page, in which no Indian script can be written.
  if (csv === undefined) {
    throw new Refusal(
      'The file is not in UTF-8. In Excel choose “CSV UTF-8 (Comma delimited)” when you save it.',
      400,
    )
  }
  return { csv, check: await checkCsv(csv) }
}

function checkCsv(csv: string) {
  return ask(api.rules.import.check.post({ csv }))
}
