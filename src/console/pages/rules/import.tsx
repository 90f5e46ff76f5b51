import { Alert, Code, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { showLateRefusal } from '../../components/commands.tsx'
import { CsvImport } from '../../components/csv-import.tsx'
import { csvTextOf } from '../../components/csv.ts'
import { Dialog } from '../../components/form.tsx'
import { useIsShown, useRefresh } from '../../components/hooks.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { ChangedDocuments, ChangeProgress, sum } from './changes.tsx'
import { useRuleChange } from './data.ts'

type ImportRulesProps = { isOpen: boolean; onClose: () => void }

/** Imports rules from a CSV file. First a preview, then the rules. */
export function ImportRules({ isOpen, onClose }: ImportRulesProps) {
  return (
    <Dialog of={isOpen || null} title="Bring rules in from a file" size="xl" onClose={onClose}>
      {() => <ImportForm onClose={onClose} />}
    </Dialog>
  )
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const bring = useBringIn(onClose)
  return (
    <CsvImport
      lead={<Format />}
      looking="Looking through the file and the waiting documents…"
      check={checkFile}
      shown={({ found }) => <WhatItDoes found={found} />}
      countOf={({ found: { created, updated } }) => created + updated}
      action={(count) =>
        count === 0 ? 'Bring the rules in' : `Bring ${counted(count, 'rule')} in`
      }
      isSending={bring.isPending}
      refusal={bring.isError ? messageOf(bring.error) : null}
      onChoose={bring.reset}
      onSend={({ csv }) => bring.mutate(csv)}
      onClose={onClose}
      closeWhileSending="Close: it goes on by itself"
    >
      <ChangeProgress />
    </CsvImport>
  )
}

function useBringIn(onClose: () => void) {
  const follow = useRuleChange()
  const refresh = useRefresh()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: (csv: string) => follow(ask(api.rules.import.post({ csv }))),
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

async function checkFile(file: File) {
  const csv = await csvTextOf(file)
  return { csv, found: await ask(api.rules.import.check.post({ csv })) }
}

type Found = Awaited<ReturnType<typeof checkFile>>['found']

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

function WhatItDoes({ found }: { found: Found }) {
  const { created, updated, unchanged, refused, refusedCount, emptying, ignored, preview } = found
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
      <ChangedDocuments preview={preview} />
    </Stack>
  )
}
