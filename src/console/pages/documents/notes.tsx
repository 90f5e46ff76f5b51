import { Alert, Button, Stack, Text, Group } from '@mantine/core'
import { IconCopy, IconReceiptTax } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DocumentLink } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { When, formatMonth } from '../../components/values.tsx'
import { type ListedDocument, type ShownDocument, claimsQuery, type Claim } from './data.ts'
import { heldText } from './duplicate-words.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { nameOfField } from '../../../paper/fields.ts'
import { LinkButton, CommandButton } from '../../components/buttons.tsx'
import { Note } from '../../components/note.tsx'

type Shown = { shown: ShownDocument }
type Glimpse = NonNullable<ShownDocument['twin']>

/** Important notes about a document before its details. */
export function DocumentNotes({ shown }: Shown) {
  const { standing, duplicates, sameFile, state } = shown
  // A duplicate hidden behind this document is named below.
  const isTwinBelow = duplicates.some(({ id }) => id === shown.twin?.id)
  const twin = isTwinBelow ? null : shown.twin
  const isGone = state === 'settled' && standing === null
  if (standing === null && twin === null && !isGone && duplicates.length + sameFile.length === 0) {
    return null
  }
  return (
    <Stack gap="sm">
      {standing !== null && <Copy shown={shown} standing={standing} />}
      {standing === null && twin !== null && <Twin shown={shown} twin={twin} />}
      {isGone && (
        <Alert color="gray" icon={<IconCopy aria-hidden />} title={copyTitles.settled}>
          {t('It is the same paper as one that was delivered, and is deleted by now.')}
        </Alert>
      )}
      <Related
        title={t('Its duplicates')}
        others={duplicates}
        action={isTwinBelow && <CompareLink id={shown.id} />}
      >
        {shown.state === 'synced'
          ? t('These count as the same paper, and do not come any more:')
          : t('These have the same number and are held back behind it, or are the same paper:')}
      </Related>
      <Related title={t('The same file came in more than once')} others={sameFile} />
    </Stack>
  )
}

/** Another document is or was delivered instead. */
function Copy({ shown, standing }: Shown & { standing: Glimpse }) {
  const { state, looksSame, settled } = shown
  const title = copyTitles[state] ?? t('Delivered as a duplicate')
  const isHeldBack = state === 'duplicate' || state === 'check'
  return (
    <Note color={isHeldBack ? 'yellow' : 'gray'} icon={IconCopy} title={title}>
      <Text size="sm">
        {state === 'settled' && settled !== null && (
          <Words
            of={t('{{by}} said {{when}} that it is the same paper as ')}
            with={{ by: settled.by ?? t('Somebody'), when: <When at={settled.at} /> }}
          />
        )}
        {isHeldBack &&
          (shown.invoiceNo === null
            ? t('An older document has the same number: ')
            : t('An older document has the same number, {{number}}: ', {
                number: shown.invoiceNo,
              }))}
        {state !== 'settled' &&
          !isHeldBack &&
          t('It is a copy of another document, which was delivered in its place: ')}
        <Glimpsed of={standing} />. {isHeldBack && heldText(looksSame, standing.state === 'check')}
        {state === 'settled' && settledText(standing)}
      </Text>
      {isHeldBack && <CompareLink id={shown.id} />}
      {state === 'settled' && standing.id !== null && <AskAgain id={shown.id} kept={standing.id} />}
    </Note>
  )
}

const copyTitles: Partial<Record<ShownDocument['state'], string>> = {
  duplicate: t('Held back behind an older one'),
  check: t('Held back behind an older one'),
  settled: t('The same paper as another one'),
}

function settledText({ state }: Glimpse): string {
  return state === 'synced' || state === 'synced duplicate'
    ? t('That one was delivered: this one is not.')
    : t('That one is delivered in its place.')
}

/** It may be the same paper as another document, and neither is held back. */
function Twin({ shown, twin }: Shown & { twin: Glimpse }) {
  return (
    <Note color="yellow" icon={IconCopy} title={t('This may be the same paper as another one')}>
      <Text size="sm">
        <Words
          of={t('{{brought}}{{document}} has the same number or the same file{{delivered}}.')}
          with={{
            brought: twin.isSameUser
              ? ''
              : t('{{uploadedBy}} brought ', { uploadedBy: twin.uploadedBy }),
            document: <Glimpsed of={twin} />,
            delivered: twin.state === 'synced' ? t(', and was delivered') : '',
          }}
        />{' '}
        {t('Both are delivered unless somebody says that they are the same paper.')}
      </Text>
      {twin.id === null ? (
        <Text size="sm">{t('An owner, who may see both, can say so.')}</Text>
      ) : (
        <CompareLink id={shown.id} />
      )}
    </Note>
  )
}

function CompareLink({ id }: { id: string }) {
  return (
    <LinkButton to="/" search={{ about: id }} size="xs" variant="default">
      {t('Compare them')}
    </LinkButton>
  )
}

/** Undoes the decision that two documents are the same paper. */
function AskAgain({ id, kept }: { id: string; kept: string }) {
  return (
    <CommandButton
      size="xs"
      variant="default"
      run={() => ask(api.documents.pairs['take-back'].post({ kept, other: id, verdict: 'same' }))}
      done={() => t('Whether they are the same paper is open again.')}
    >
      {t('That is not certain')}
    </CommandButton>
  )
}

/** Another document, as far as the user may see it. */
function Glimpsed({ of: { id, filename, uploadedBy, day } }: { of: Glimpse }) {
  if (id === null || filename === null) {
    return (
      <Words
        of={t('a document of {{uploadedBy}}, {{when}}')}
        with={{ uploadedBy, when: <When at={day} /> }}
      />
    )
  }
  return <Other other={{ id, filename, createdAt: day }} />
}

type RelatedProps = {
  title: string
  others: readonly Named[]
  children?: string
  action?: ReactNode
}

/** Other documents. Nothing without any. */
function Related({ title, others, children, action }: RelatedProps) {
  if (others.length === 0) return null
  return (
    <Alert color="gray" icon={<IconCopy aria-hidden />} title={title}>
      <Text size="sm" component="div">
        {children}
        <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
          {others.map((other) => (
            <li key={other.id}>
              <Other other={other} />
            </li>
          ))}
        </ul>
      </Text>
      {action}
    </Alert>
  )
}

type Named = Pick<ListedDocument, 'id' | 'filename' | 'createdAt'>

function Other({ other }: { other: Named }) {
  return (
    <>
      <DocumentLink to={other} fz="sm" c="inherit" underline="always" />,{' '}
      <When at={other.createdAt} />
    </>
  )
}

/** The differences between the GSTR-2B and a document. One click corrects each. */
export function Gstr2bNote({ id }: { id: string }) {
  const { data } = useQuery(claimsQuery(id))
  const take = useCommand({
    run: ({ key }: Claim) => ask(api.documents({ id })['gstr-2b'].post({ key })),
    done: () => t('Corrected as the seller filed it.'),
  })
  const claims = data?.claims ?? []
  return <Claims claims={claims} isBusy={take.isPending} onTake={(claim) => take.mutate(claim)} />
}

type ClaimsProps = {
  claims: readonly Claim[]
  isBusy?: boolean
  onTake(claim: Claim): void
}

/** These differences in the form. */
export function Claims({ claims, isBusy = false, onTake }: ClaimsProps) {
  const [first] = claims
  if (first === undefined) return null
  return (
    <Alert
      color="yellow"
      icon={<IconReceiptTax aria-hidden />}
      title={t('The GSTR-2B of {{month}} says otherwise', { month: formatMonth(first.period) })}
      py="xs"
    >
      <Stack gap="xs">
        {claims.map((claim) => (
          <Group key={claim.key} gap="xs" justify="space-between">
            <Text size="sm">{claimText(claim)}</Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`${t('Take it')}: ${claimText(claim)}`}
              onClick={() => onTake(claim)}
            >
              {t('Take it')}
            </Button>
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          {t('All else is as the seller filed it. Look at the paper first: sellers mistype too.')}
        </Text>
      </Stack>
    </Alert>
  )
}

/** "Bill number: ST/118" */
function claimText({ key, value }: Claim): string {
  return `${t(nameOfField('head', key) ?? key)}: ${value}`
}
