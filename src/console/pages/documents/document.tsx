import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { usePrevious } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { BooksNote, voucherText } from '../../components/books-note.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatAgo, formatCount, Money, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames } from '../../words.ts'
import { DocumentActions } from './actions.tsx'
import { documentQuery, type ShownDocument } from './data.ts'
import { FindingsNote } from './findings-note.tsx'
import { EditPage } from './form/edit-page.tsx'
import { KeySwitch, HeadFields } from './read.tsx'
import { DocumentNotes, Gstr2bNote } from './notes.tsx'
import { BesidePaper } from './paper/paper.tsx'
import { SplitNote, UnreadNote } from './reading-notes.tsx'
import { LineItems } from './lines.tsx'
import { accountText, periodText, StateBadge, type Account } from './words.tsx'
import { t } from '../../language/language.ts'

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
export function DocumentFacts({ shown }: { shown: ShownDocument }) {
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
