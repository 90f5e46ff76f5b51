import { Select, Text } from '@mantine/core'
import { IconLink, IconPencil, IconTrash, IconBook2 } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { MenuAction, TextLink, ConfirmAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted, DocumentLink } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { useListAt, type Address } from '../../components/use-list.ts'
import { When } from '../../components/values.tsx'
import { useCompanies, useProgram, kindWords } from './words.ts'
import {
  knownKinds,
  knownQuery,
  type BooksSearch,
  type Known,
  type KnownKind,
  enteredQuery,
  type Entered,
} from './data.ts'
import { Find, type Sought } from './find.tsx'

/** The known mappings to the accounts. */
export function KnownList(page: Address<BooksSearch>) {
  const { kind = 'party' } = page.search
  const [sought, setSought] = useState<Sought | null>(null)
  const companies = useCompanies()
  const [chosen, setChosen] = useState<number | null>(null)
  const books = chosen ?? [...companies.keys()][0] ?? null
  const program = useProgram(books)
  const list = useListAt(page, (search: BooksSearch, size?: number) =>
    knownQuery(search, books, size),
  )
  return (
    <>
      {companies.size > 1 && (
        <Select
          label="In which books"
          mb="md"
          maw={260}
          data={[...companies].map(([id, name]) => ({ value: String(id), label: name }))}
          allowDeselect={false}
          value={String(books)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      <Select
        label="Which"
        mb="md"
        maw={260}
        data={knownKinds.map((value) => ({ value, label: kindWords[value].many }))}
        allowDeselect={false}
        value={kind}
        onChange={(value) => page.change({ kind: value === 'party' ? null : value })}
      />
      <List
        name="known"
        label={kindWords[kind].many}
        list={list}
        filters={[{ by: 'text', label: `Name here or in ${program}` }]}
        columns={columnsOf({ kind, books, program }, setSought)}
        empty={{
          icon: IconLink,
          title: 'Nothing is known yet',
          description:
            'When a document needs something that is not known, it is asked for under “What waits”. What somebody says there is kept here.',
        }}
        noMatch={{ title: 'Nothing fits', description: 'Look for another name.' }}
      />
      <Find sought={sought} onClose={() => setSought(null)} />
    </>
  )
}

type Shown = { kind: KnownKind; books: number | null; program: string }

function columnsOf(
  { kind, books, program }: Shown,
  onFind: (sought: Sought) => void,
): Column<Known>[] {
  return [
    {
      key: 'ours',
      title: kindWords[kind].ours === '' ? 'Where' : kindWords[kind].ours,
      isMain: true,
      value: ({ title }) => title,
    },
    {
      key: 'theirs',
      title: `In ${program}`,
      cell: ({ name, isGone, reason }) => (
        <Noted
          note={
            isGone ? (
              <Text span inherit c="var(--mantine-color-error)">
                {program} does not have it any more: choose another
              </Text>
            ) : (
              reason
            )
          }
        >
          {name}
        </Noted>
      ),
      value: ({ name }) => name,
    },
    {
      key: 'since',
      title: 'Since',
      kind: 'time',
      width: '9rem',
      value: ({ confirmedAt }) => confirmedAt,
    },
    menuColumn((known) => (
      <DotsMenu label={`Actions for ${known.title}`}>
        <MenuAction
          icon={IconPencil}
          onClick={() =>
            onFind({
              books,
              field: known.field,
              kind,
              title: known.title,
              name: '',
              does: 'choose',
            })
          }
        >
          Choose another…
        </MenuAction>
        <ConfirmAction icon={IconTrash} isRed confirmation={forgetting(books, known)}>
          Forget it…
        </ConfirmAction>
      </DotsMenu>
    )),
  ]
}

function forgetting(books: number | null, { field, title, name }: Known) {
  return {
    title: `Forget that ${title} is ${name}?`,
    children: 'Documents that need it wait until somebody says again what it is.',
    action: 'Forget it',
    done: 'It is asked for again when a document needs it.',
    run: () => ask(api.books.mappings.remove.post({ books, field })),
  }
}

/** Entered documents with their vouchers. */
export function EnteredList(page: Address<BooksSearch>) {
  return (
    <List
      name="entered"
      label="In the books"
      list={useListAt(page, enteredQuery)}
      columns={columns}
      empty={{
        icon: IconBook2,
        title: 'Nothing went in yet',
        description: 'What a bridge or another program entered is listed here with its voucher.',
      }}
    />
  )
}

const columns: readonly Column<Entered>[] = [
  {
    key: 'title',
    title: 'Document or order',
    isMain: true,
    cell: (row) => <Subject row={row} />,
    value: ({ title }) => title,
  },
  {
    key: 'voucher',
    title: 'Voucher',
    cell: ({ voucherNo, voucherId }) => (
      <Noted note={voucherId === '' ? null : <span title={voucherId}>{shortened(voucherId)}</span>}>
        {voucherNo === '' ? 'without a number' : voucherNo}
      </Noted>
    ),
    value: ({ voucherNo }) => voucherNo,
  },
  {
    key: 'company',
    title: 'Company',
    cell: ({ company, system }) => (company === '' ? system : company),
    value: ({ company }) => company,
  },
  {
    key: 'at',
    title: 'Entered',
    kind: 'time',
    cell: ({ at }) => <When at={at} />,
    value: ({ at }) => at,
  },
]

function Subject({ row: { kind, subjectId: id, title, row: number } }: { row: Entered }) {
  const note = number === null ? null : `Row ${number}`
  if (title === null) {
    return (
      <Noted note={note}>
        <Text span inherit c="dimmed">
          Not shown here any more
        </Text>
      </Noted>
    )
  }
  return (
    <Noted note={note}>
      {kind === 'scan' ? (
        <DocumentLink to={{ id, filename: title }} inherit />
      ) : (
        <TextLink to="/orders/$id" params={{ id }} inherit>
          {title}
        </TextLink>
      )}
    </Noted>
  )
}

/** The shown characters of a GUID. Its end distinguishes vouchers. */
const shownCharacters = 12

function shortened(guid: string): string {
  return guid.length <= shownCharacters ? guid : `…${guid.slice(-shownCharacters)}`
}
