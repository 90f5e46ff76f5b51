import { Badge, Button, Code, EmptyState, Menu, Tabs, Text, Alert, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconTableImport, IconTags, IconUpload } from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { notifications } from '@mantine/notifications'
import { ExcelItem } from '../../components/list-export.tsx'
import { KeyedAddButton, MenuAction } from '../../components/buttons.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { Filters } from '../../components/filters.tsx'
import { listed, useAddress } from '../../components/use-list.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { ChangeProgress, ChangedDocuments, sum } from './changes.tsx'
import {
  builtInQuery,
  documentsFilter,
  documentsOf,
  ruleSearch,
  unknownQuery,
  type BuiltIn,
  type RuleDraft,
  type RulesProps,
  useRuleChange,
} from './data.ts'
import { RuleDialog } from './form.tsx'
import { OneLine, OwnRules } from './own.tsx'
import { UnknownNames } from './unknown.tsx'
import { api, ask } from '../../client.ts'
import { showLateRefusal, useIsShown, useRefresh } from '../../components/commands.tsx'
import { CsvImport } from '../../components/csv-import.tsx'
import { csvTextOf } from '../../components/csv.ts'
import { Dialog } from '../../components/form.tsx'
import { messageOf } from '../../refusal.ts'

export function RulesPage() {
  const address = useAddress(ruleSearch)
  const [draft, setDraft] = useState<RuleDraft | null>(null)
  const [isImporting, importing] = useDisclosure()
  const lists: RulesProps = { ...address, onDraft: setDraft }
  return (
    <>
      <PageHeader
        title="Rename rules"
        actions={
          <>
            <CsvMenu onImport={importing.open} />
            <KeyedAddButton
              add={{
                label: 'New rule',
                onClick: () => setDraft({ type: 'label', from: '', to: '' }),
              }}
            />
          </>
        }
      >
        Every document prints its labels in its own way. A rule says which field a label stands for,
        or what a value is delivered as. A new rule also changes what waits.
      </PageHeader>
      <ChangeProgress />
      <RuleTabs lists={lists} onImport={importing.open} />
      <RuleDialog draft={draft} onClose={() => setDraft(null)} />
      <ImportRules isOpen={isImporting} onClose={importing.close} />
    </>
  )
}

function RuleTabs({ lists, onImport }: { lists: RulesProps; onImport: () => void }) {
  const navigate = useNavigate()
  const open = (view: string | null) =>
    void navigate({ to: '/rules', search: ruleSearch({ view }) })
  return (
    <Tabs value={lists.search.view ?? 'own'} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="own">Your rules</Tabs.Tab>
        <Tabs.Tab value="unknown" rightSection={<UnknownCount />}>
          Unknown
        </Tabs.Tab>
        <Tabs.Tab value="built-in">Built in</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="own">
        <OwnRules {...lists} onImport={onImport} />
      </Tabs.Panel>
      <Tabs.Panel value="unknown">
        <UnknownNames {...lists} />
      </Tabs.Panel>
      <Tabs.Panel value="built-in">
        <BuiltInLabels {...lists} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The number of labels and values without a rule. */
function UnknownCount() {
  const { data } = useQuery(unknownQuery({}))
  const count = data === undefined ? 0 : data.labels + data.values
  if (data === undefined || count === 0) return null
  return (
    <Badge
      size="sm"
      variant="default"
      aria-label={`${counted(data.labels, 'label')}, ${counted(data.values, 'value')}`}
    >
      {formatCount(count)}
    </Badge>
  )
}

function CsvMenu({ onImport }: { onImport: () => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTableImport size={16} aria-hidden />}>
          CSV or Excel
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction icon={IconUpload} onClick={onImport}>
          Bring rules in…
        </MenuAction>
        <Menu.Item
          component="a"
          href="/console/api/rules/export"
          download="rename-rules.csv"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as CSV
        </Menu.Item>
        <ExcelItem href="/console/api/rules/export" name="rename-rules">
          Download as Excel
        </ExcelItem>
      </Menu.Dropdown>
    </Menu>
  )
}

const places = { head: 'Head', line: 'Lines' } as const

const builtInColumns: Column<BuiltIn>[] = [
  { key: 'key', title: 'Field', isMain: true, cell: ({ key }) => <Code>{key}</Code> },
  {
    key: 'labels',
    title: 'Labels that stand for it',
    cell: ({ labels }) => <Text size="sm">{labels.join(' · ')}</Text>,
  },
  {
    key: 'category',
    title: 'In',
    cell: ({ category }) => <OneLine>{documentsOf(category)}</OneLine>,
  },
  {
    key: 'place',
    title: 'Where',
    cell: ({ place }) => (place === null ? 'Head and lines' : places[place]),
  },
]

/** The labels that Daybook knows by itself. */
function BuiltInLabels({ search, change }: RulesProps) {
  const builtIn = useQuery(builtInQuery(search))
  return (
    <>
      <Text size="sm" c="dimmed" mb="md" maw="75ch">
        These labels need no rule. Capitals and signs do not matter, “No” also stands for “Number”,
        “Amt” for “Amount”. A rule of yours for the same label comes first.
      </Text>
      <Filters
        label="Built-in labels"
        filters={[{ by: 'text', label: 'Search labels and fields' }, documentsFilter]}
        list={{ search, change }}
      />
      <DataTable
        label="Built-in labels"
        columns={builtInColumns}
        idOf={(row) => JSON.stringify([row.category, row.place, row.key])}
        empty={
          <EmptyState
            icon={<IconTags aria-hidden />}
            title="No built-in label fits"
            description="Search for something else, or make a rule of your own for it."
          />
        }
        {...listed(builtIn, search.page, (page) => change({ page }))}
      />
    </>
  )
}

type ImportRulesProps = { isOpen: boolean; onClose: () => void }

/** Imports rules from a CSV file. First a preview, then the rules. */
function ImportRules({ isOpen, onClose }: ImportRulesProps) {
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
