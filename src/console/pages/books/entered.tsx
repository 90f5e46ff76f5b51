import { Anchor, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DocumentLink, Noted } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { useListAt, type Address } from '../../components/use-list.ts'
import { When } from '../../components/values.tsx'
import { enteredQuery, type BooksSearch, type Entered } from './data.ts'

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
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/orders/$id" params={{ id }} {...props} />}
        >
          {title}
        </Anchor>
      )}
    </Noted>
  )
}

/** The shown characters of a GUID. Its end distinguishes vouchers. */
const shownCharacters = 12

function shortened(guid: string): string {
  return guid.length <= shownCharacters ? guid : `…${guid.slice(-shownCharacters)}`
}
