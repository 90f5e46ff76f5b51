import { Group, Skeleton, Stack, Text, Title, Button, Menu } from '@mantine/core'
import { usePrevious } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconFileArrowRight,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { BooksNote, voucherText } from '../../components/books-note.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatAgo, formatCount, Money, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import { documentQuery, type ShownDocument } from './data.ts'
import { FindingsNote } from './findings-note.tsx'
import { EditPage } from './form/bill-form.tsx'
import { KeySwitch, HeadFields } from './read.tsx'
import { DocumentNotes, Gstr2bNote } from './notes.tsx'
import { BesidePaper } from './paper/paper.tsx'
import { SplitNote, UnreadNote } from './reading-notes.tsx'
import { LineItems } from './lines.tsx'
import { accountText, periodText, StateBadge, type Account } from './words.tsx'
import { t } from '../../language/language.ts'
import { IconButton, MenuAction, ConfirmButton } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'

const route = getRouteApi('/shell/documents/$id')
const trail = [{ to: '/documents', label: t('Documents') }] as const

export function DocumentPage() {
  const { id } = route.useParams()
  const { lines = 1 } = route.useSearch()
  const shown = useQuery(documentQuery(id, lines))
  useEffect(() => {
    if (shown.data !== undefined) document.title = `${shown.data.filename} · Daybook`
  }, [shown.data])
  return (
    <Loaded
      query={shown}
      header={<PageHeader title={t('Document')} trail={trail} />}
      pending={<Skeleton height="60vh" />}
      gone={t(
        'It may have been removed, or deleted after its 30 days, or the address was mistyped.',
      )}
    >
      {(data) => <ShownPage key={id} shown={data} />}
    </Loaded>
  )
}

function ShownPage({ shown }: { shown: ShownDocument }) {
  const { edit = false } = route.useSearch()
  const navigate = route.useNavigate()
  const showForm = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { edit: true } : {}, replace: !isOpen })
  const isEditing = edit && shown.may.correct
  const wasEditing = usePrevious(isEditing)
  const typing = { isBack: wasEditing === true, onCorrect: () => showForm(true) }
  if (isEditing) return <EditPage shown={shown} onClose={() => showForm(false)} />
  return (
    <Stack gap="lg">
      <div>
        <PageHeader
          title={shown.filename}
          trail={trail}
          actions={<DocumentActions shown={shown} {...typing} />}
        />
        <DocumentFacts shown={shown} />
      </div>
      <BooksNote
        books={shown.books}
        settle={(as) => ask(api.documents({ id: shown.id }).books.post({ as }))}
      />
      <DocumentNotes shown={shown} />
      <BesideFile shown={shown}>
        <Stack gap="lg">
          <Head shown={shown} {...typing} />
          {shown.head !== null && (
            <LineItems
              shown={shown}
              onPage={(page) =>
                void navigate({ search: page === 1 ? {} : { lines: page }, resetScroll: false })
              }
            />
          )}
        </Stack>
      </BesideFile>
    </Stack>
  )
}

/** Without a file, the content gets the whole width. */
function BesideFile({ shown, children }: { shown: ShownDocument; children: ReactNode }) {
  if (shown.file === null) {
    return (
      <div>
        <Text size="sm" c="dimmed" mb="md">
          {t('There is no file to look at{{source}}', { source: sourceText(shown) })}
        </Text>
        {children}
      </div>
    )
  }
  return (
    <BesidePaper
      id={shown.id}
      filename={shown.filename}
      file={shown.file}
      needsPassword={shown.needsPassword && shown.may.read}
    >
      {children}
    </BesidePaper>
  )
}

function sourceText({ head, isTyped }: ShownDocument): string {
  if (head === null) return '.'
  return isTyped
    ? t(': somebody typed in what it says.')
    : t(': another program sent what it had read.')
}

function Head(props: ComponentProps<typeof UnreadNote>) {
  const { head, isCorrected, isConfirmed, isTyped } = props.shown
  if (head === null) return <UnreadNote {...props} />
  return (
    <Stack component="section" gap="xs" aria-labelledby="head-title">
      <SplitNote shown={props.shown} />
      <Gstr2bNote id={props.shown.id} />
      <FindingsNote shown={props.shown} onCorrect={props.onCorrect} />
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4" id="head-title">
          {t('What was read')}
        </Title>
        {isConfirmed && (
          <Text size="sm" c="dimmed">
            {t('confirmed by hand')}
          </Text>
        )}
        {isCorrected && (
          <Text size="sm" c="dimmed">
            {isTyped ? t('typed in by hand') : t('corrected by hand')}
          </Text>
        )}
        <KeySwitch />
      </Group>
      <HeadFields shown={props.shown} fields={head} />
    </Stack>
  )
}

/** The main values of a document in one line. */
function DocumentFacts({ shown }: { shown: ShownDocument }) {
  const { user } = useSignedIn()
  const { seller, invoiceNo, totalPaise, account } = shown
  return (
    <Group
      gap="xl"
      align="flex-start"
      component="dl"
      m={0}
      style={{ rowGap: 'var(--mantine-spacing-xs)' }}
    >
      <Fact name={t('State')}>
        <StateBadge state={shown.state} />
      </Fact>
      <Fact name={t('Kind')}>{categoryNames[shown.category]}</Fact>
      {account !== null && shown.head !== null && (
        <StatementFacts account={account} lines={shown.lineItems.total} />
      )}
      {seller !== null && <Fact name={t('From')}>{seller}</Fact>}
      {invoiceNo !== null && <Fact name={t('Number')}>{invoiceNo}</Fact>}
      {totalPaise !== null && (
        <Fact name={t('Total')}>
          <Money paise={totalPaise} />
        </Fact>
      )}
      <Fact name={t('Added')}>
        <When at={shown.createdAt} />
        {user.role === 'owner' && shown.uploadedBy !== '' && `, ${shown.uploadedBy}`}
      </Fact>
      {shown.syncedAt !== null && (
        <Fact name={t('Delivered')}>
          <When at={shown.syncedAt} />
          <Receiver shown={shown} />
        </Fact>
      )}
      <Vouchers books={shown.books} />
      <Fact name={t('Deleted on')}>
        <When at={shown.expiresAt} dateOnly />, {formatAgo(shown.expiresAt)}
      </Fact>
    </Group>
  )
}

/** Its place in the accounts: the first of its parts, and the number of parts. */
function Vouchers({ books }: Pick<ShownDocument, 'books'>) {
  const {
    first: [first],
    count,
  } = books.entered
  const text = first === undefined ? null : voucherText(first)
  if (text === null) return null
  const more = count - 1
  return (
    <Fact name={t('In the books')}>
      {text}
      {more > 0 && ` ${t('and {{more}} more', { more: formatCount(more) })}`}
    </Fact>
  )
}

function StatementFacts({ account, lines }: { account: Account; lines: number }) {
  const period = periodText(account)
  return (
    <>
      <Fact name={t('Account')}>{accountText(account) ?? t('no number')}</Fact>
      {period !== null && <Fact name={t('Period')}>{period}</Fact>}
      <Fact name={t('Lines')}>{formatCount(lines)}</Fact>
    </>
  )
}

function Receiver({ shown: { syncedBy, syncedSource } }: { shown: ShownDocument }) {
  const receiver = syncedSource ?? syncedBy
  return receiver !== null && `, ${receiver}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed" component="dt">
        {name}
      </Text>
      <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Stack>
  )
}

type Shown = { shown: ShownDocument }

type DocumentActionsProps = Shown & {
  /** Whether the form was just closed: then its button gets the focus back. */
  isBack: boolean
  onCorrect: () => void
}

/** The actions of a document. */
function DocumentActions({ shown, isBack, onCorrect }: DocumentActionsProps) {
  const { may, head } = shown
  return (
    <>
      {may.putBack && <PutBackButton shown={shown} />}
      {may.correct && head !== null && (
        <IconButton icon={IconPencil} variant="default" autoFocus={isBack} onClick={onCorrect}>
          {t('Correct')}
        </IconButton>
      )}
      {(may.move || may.remove) && <MistakeMenu shown={shown} />}
    </>
  )
}

function PutBackButton({ shown: { id, filename, duplicates } }: Shown) {
  return (
    <ConfirmButton
      icon={IconArrowBackUp}
      variant="default"
      confirmation={{
        title: t('Put {{filename}} back?', { filename }),
        children: [
          t(
            'It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.',
          ),
          ...(duplicates.length > 0
            ? [t('The duplicates that were delivered with it come back too.')]
            : []),
        ].join(' '),
        action: t('Put it back'),
        done: t('{{filename}} is put back: it waits again.', { filename }),
        run: () => ask(api.documents({ id })['put-back'].post()),
      }}
    >
      {t('Put it back…')}
    </ConfirmButton>
  )
}

/** Actions for a document that was added as the wrong kind or by mistake. */
function MistakeMenu({ shown }: Shown) {
  const { id, filename, may, reader } = shown
  const again = useCommand({
    run: () => ask(api.documents({ id }).retry.post()),
    done: () => t('{{filename}} is read again. What was corrected stays.', { filename }),
    refused: t('It is not read again'),
  })
  const remove = useRemoval(shown)
  const move = useCommand({
    run: (category: DocumentCategory) => ask(api.documents({ id }).move.post({ category })),
    done: (_, category) =>
      t('{{filename}} is a {{kind}} now, and follows the rules for those.', {
        filename,
        kind: categoryNames[category].toLowerCase(),
      }),
  })
  const others = documentCategories.filter((category) => category !== shown.category)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={move.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.move &&
          others.map((category) => (
            <MenuAction
              key={category}
              icon={IconFileArrowRight}
              onClick={() => move.mutate(category)}
            >
              {`It is a ${categoryNames[category].toLowerCase()}`}
            </MenuAction>
          ))}
        {may.read && reader === 'daybook' && (
          <MenuAction icon={IconRefresh} onClick={() => again.mutate()}>
            {t('Read it again')}
          </MenuAction>
        )}
        {may.remove && (
          <MenuAction icon={IconTrash} isRed onClick={remove}>
            {t('Remove it…')}
          </MenuAction>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks before removing a document, and names everything that goes with it. */
function useRemoval({ id, filename, duplicates, file, head, usedCredit }: ShownDocument) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lost = [
    ...(file === null ? [] : [t('its file')]),
    ...(head === null ? [] : [t('what was read or typed in')]),
  ]
  const sentences = [
    lost.length === 0
      ? t('The document is deleted now.')
      : t('The document is deleted now, with {{lost}}.', { lost: lost.join(t(' and ')) }),
    t('Your accounting software never gets it.'),
    ...(usedCredit ? [t('The credit that it used stays used.')] : []),
    ...(duplicates.length === 0
      ? []
      : [t('The oldest of its duplicates is delivered in its place.')]),
    t('This cannot be taken back.'),
  ]
  return () =>
    confirm({
      title: t('Remove {{filename}}?', { filename }),
      children: sentences.join(' '),
      action: t('Remove it'),
      keep: t('Keep it'),
      done: t('{{filename}} is removed.', { filename }),
      async run() {
        await ask(api.documents({ id }).remove.post())
        await navigate({ to: '/documents' })
        client.removeQueries({ queryKey: ['documents', 'one', id] })
      },
    })
}
