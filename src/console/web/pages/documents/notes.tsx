import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { DocumentLink } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { When } from '../../components/values.tsx'
import type { ListedDocument, ShownDocument } from './data.ts'
import { heldText } from './duplicates/words.ts'

type Shown = { shown: ShownDocument }
type Glimpse = NonNullable<ShownDocument['twin']>

/** What a person should know about a document before the details. */
export function DocumentNotes({ shown }: Shown) {
  const { standing, duplicates, sameFile, state } = shown
  // One that is hidden behind this one is named below.
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
          It is the same paper as one that was delivered, and is deleted by now.
        </Alert>
      )}
      <Related
        title="Its duplicates"
        others={duplicates}
        action={isTwinBelow && <CompareLink id={shown.id} />}
      >
        {shown.state === 'synced'
          ? 'These count as the same paper, and do not come any more:'
          : 'These have the same number and are held back behind it, or are the same paper:'}
      </Related>
      <Related title="The same file came in more than once" others={sameFile} />
    </Stack>
  )
}

/** Another document is delivered in its place, or was. */
function Copy({ shown, standing }: Shown & { standing: Glimpse }) {
  const { state, looksSame, settled } = shown
  const title = copyTitles[state] ?? 'Delivered as a duplicate'
  const isHeldBack = state === 'duplicate' || state === 'check'
  return (
    <Alert color={isHeldBack ? 'yellow' : 'gray'} icon={<IconCopy aria-hidden />} title={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {state === 'settled' && settled !== null && (
            <>
              {settled.by ?? 'Somebody'} said <When at={settled.at} /> that it is the same paper
              as{' '}
            </>
          )}
          {isHeldBack &&
            `An older document has the same number${shown.invoiceNo === null ? '' : `, ${shown.invoiceNo}`}: `}
          {state !== 'settled' &&
            !isHeldBack &&
            'It is a copy of another document, which was delivered in its place: '}
          <Glimpsed of={standing} />.{' '}
          {isHeldBack && heldText(looksSame, standing.state === 'check')}
          {state === 'settled' && settledText(standing)}
        </Text>
        {isHeldBack && <CompareLink id={shown.id} />}
        {state === 'settled' && standing.id !== null && (
          <AskAgain id={shown.id} kept={standing.id} />
        )}
      </Stack>
    </Alert>
  )
}

const copyTitles: Partial<Record<ShownDocument['state'], string>> = {
  duplicate: 'Held back behind an older one',
  check: 'Held back behind an older one',
  settled: 'The same paper as another one',
}

function settledText({ state }: Glimpse): string {
  return state === 'synced' || state === 'synced duplicate'
    ? 'That one was delivered: this one is not.'
    : 'That one is delivered in its place.'
}

/** It may be the same paper as another one, and nothing holds either back. */
function Twin({ shown, twin }: Shown & { twin: Glimpse }) {
  return (
    <Alert
      color="yellow"
      icon={<IconCopy aria-hidden />}
      title="This may be the same paper as another one"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {twin.isSameUser ? '' : `${twin.uploadedBy} brought `}
          <Glimpsed of={twin} /> has the same number or the same file
          {twin.state === 'synced' ? ', and was delivered' : ''}. Both are delivered unless somebody
          says that they are the same paper.
        </Text>
        {twin.id === null ? (
          <Text size="sm">An owner, who may see both, can say so.</Text>
        ) : (
          <CompareLink id={shown.id} />
        )}
      </Stack>
    </Alert>
  )
}

function CompareLink({ id }: { id: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => (
        <Link to="/documents/duplicates" search={{ document: id }} {...props} />
      )}
    >
      Compare them
    </Button>
  )
}

/** Takes back that two documents are the same paper. */
function AskAgain({ id, kept }: { id: string; kept: string }) {
  const takeBack = useCommand({
    run: () =>
      ask(api.documents.pairs['take-back'].post({ kept, other: id, verdict: 'same' as const })),
    done: () => 'Whether they are the same paper is open again.',
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate()}
    >
      That is not certain
    </Button>
  )
}

/** Another document, as far as it may be seen. */
function Glimpsed({ of: { id, filename, uploadedBy, day } }: { of: Glimpse }) {
  if (id === null || filename === null) {
    return (
      <>
        a document of {uploadedBy}, <When at={day} />
      </>
    )
  }
  return <Other other={{ id, filename, createdAt: day }} />
}

type RelatedProps = {
  title: string
  others: readonly ListedDocument[]
  children?: string
  action?: ReactNode
}

/** Other documents; nothing without any. */
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
