import { Alert, Select, type SelectProps, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { useSignedIn } from '../../state.ts'
import { useAreFiles, useProgram, kindWords } from './words.ts'
import { mapTo, mastersQuery, nameAs, type KnownKind, type MasterKind } from './data.ts'

/** The pause in typing before the list is loaded, in milliseconds. */
const pauseMs = 200

/** A subject to map. `does` says how. */
export type Sought = {
  books: number | null
  field: string
  kind: KnownKind
  title: string
  /** Its name in the accounts, '' if unknown. */
  name: string
  does: 'choose' | 'make'
}

type FindProps = { sought: Sought | null; onClose(): void }

/** Chooses the master for a subject, or has a ledger created. */
export function Find({ sought, onClose }: FindProps) {
  const program = useProgram(sought?.books ?? null)
  return (
    <Dialog
      of={sought}
      title={({ kind, does }) =>
        does === 'choose' ? kindWords[kind].question : `A new ledger in ${program}`
      }
      onClose={onClose}
    >
      {(shown) =>
        shown.does === 'choose' ? (
          <ChooseOrName sought={shown} onClose={onClose} />
        ) : (
          <MakeForm sought={shown} onClose={onClose} />
        )
      }
    </Dialog>
  )
}

type FormProps = { sought: Sought; onClose(): void }

function ChooseOrName(props: FormProps) {
  const areFiles = useAreFiles(props.sought.books)
  return areFiles ? <NameForm {...props} /> : <ChooseForm {...props} />
}

/** The name in the program that imports the files. Files use exactly this name. */
function NameForm({ sought: { books, field, kind, title }, onClose }: FormProps) {
  const everyRate = rated.exec(field)?.[1]
  const form = useForm({
    initialValues: {
      name: kind === 'party' ? (title.split(', ')[0] ?? title) : title,
      serves: 'this',
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ name, serves }) =>
      nameAs({ books, field: serves === 'all' ? (everyRate ?? field) : field, name }),
    done: () => `${title} is known now. What waits for it is written by itself.`,
  })
  return (
    <DialogForm sent={sent} action="That is it" onCancel={onClose}>
      <Text size="sm">
        On the documents: <strong>{title}</strong>
      </Text>
      <TextInput
        label={`The ${kindWords[kind].one} in the books`}
        description="To the letter as the program has it that imports the files."
        data-autofocus
        {...form.getInputProps('name')}
      />
      {everyRate !== undefined && <ForWhichRates {...form.getInputProps('serves')} />}
    </DialogForm>
  )
}

function ForWhichRates(props: Partial<SelectProps>) {
  return (
    <Select
      label="For which rates"
      data={[
        { value: 'this', label: 'Only this rate' },
        { value: 'all', label: 'Every rate without a ledger of its own' },
      ]}
      allowDeselect={false}
      {...props}
    />
  )
}

/** The rate follows the colon in a ledger's role. */
const rated = /^(ledger:[a-z_]+):\d+(\.\d+)?$/

function ChooseForm({ sought: { books, field, kind, title }, onClose }: FormProps) {
  const everyRate = rated.exec(field)?.[1]
  const form = useForm({
    initialValues: { master: '', serves: 'this' },
    validate: { master: (id) => (id === '' ? `Choose a ${kindWords[kind].one}.` : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ master, serves }) =>
      mapTo({
        books,
        field: serves === 'all' && everyRate !== undefined ? everyRate : field,
        master,
      }),
    done: () => `${title} is known now. What waits for it goes in by itself.`,
  })
  return (
    <DialogForm sent={sent} action="That is it" onCancel={onClose}>
      <Text size="sm">
        On the documents: <strong>{title}</strong>
      </Text>
      <MasterSelect
        books={books}
        kind={kind === 'party' ? 'ledger' : kind}
        error={form.errors['master']}
        onChange={(id) => form.setFieldValue('master', id)}
      />
      {everyRate !== undefined && <ForWhichRates {...form.getInputProps('serves')} />}
    </DialogForm>
  )
}

type MasterSelectProps = {
  books: number | null
  kind: MasterKind
  error: ReactNode
  onChange(id: string): void
}

/** A search for masters by part of their name or GSTIN. */
function MasterSelect({ books, kind, error, onChange }: MasterSelectProps) {
  const program = useProgram(books)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, pauseMs)
  const offered = useQuery(mastersQuery(books, kind, search))
  const items = offered.data?.items ?? []
  return (
    <Select
      label={`The ${kindWords[kind].one} in ${program}`}
      description="Type some letters of its name, or its GSTIN."
      searchable
      openOnFocus={false}
      data-autofocus
      data={items.map(({ id, name, gstin, parent }) => ({
        value: id,
        label: [name, gstin, parent].filter((text) => text !== '').join(' · '),
      }))}
      // The server has already searched.
      filter={({ options }) => options}
      nothingFoundMessage={offered.isFetching ? 'Searching…' : 'Nothing has these letters'}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

function MakeForm({ sought: { books, field, kind, title, name }, onClose }: FormProps) {
  const program = useProgram(books)
  const { user } = useSignedIn()
  const isSeller = kind === 'party'
  const form = useForm({
    initialValues: {
      name: name || (isSeller ? (title.split(', ')[0] ?? title) : title),
      parent: isSeller ? (partyGroupsIn(program)[0] ?? '') : '',
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: (values) => ask(api.books.ledgers.post({ books, field, ...values })),
    done: () =>
      'The bridge makes the ledger within a minute. Documents that wait for it are entered then.',
  })
  return (
    <DialogForm sent={sent} action="Make the ledger" onCancel={onClose}>
      <Alert color="blue">
        The bridge looks once more whether {program} has it, and makes it only when it has not.
      </Alert>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      {user.role === 'owner' ? (
        <TextInput
          label="Under"
          description={groupsIn(program)}
          {...form.getInputProps('parent')}
        />
      ) : (
        <Select
          label="Under"
          description="An owner may choose another group."
          data={partyGroupsIn(program)}
          allowDeselect={false}
          {...form.getInputProps('parent')}
        />
      )}
    </DialogForm>
  )
}

/** The groups that every company has for sellers and customers. */
function partyGroupsIn(program: string): readonly string[] {
  return program === 'ERPNext'
    ? ['All Supplier Groups', 'All Customer Groups']
    : ['Sundry Creditors', 'Sundry Debtors']
}

function groupsIn(program: string): string {
  return program === 'ERPNext'
    ? 'The group in ERPNext: of suppliers, or of the chart of accounts, such as Duties and Taxes.'
    : 'The group in Tally, such as Sundry Creditors, Duties & Taxes or Purchase Accounts.'
}
