import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { When } from '../../parts/when.tsx'
import { DeliverSeparatelyButton, RetryButton } from './document-actions.tsx'
import { DocumentLink } from './document-link.tsx'
import type { ListedDocument, ShownDocument } from './documents-query.ts'

type Shown = { shown: ShownDocument }
type UnreadProps = Shown & { onCorrect: () => void }

/** What a person should know about a document before the details. */
export function DocumentNotes({ shown }: Shown) {
  const { original, copies, sameFile } = shown
  if (original === null && copies.length + sameFile.length === 0) return null
  return (
    <Stack gap="sm">
      {original !== null && <Twin shown={shown} original={original} />}
      {copies.length > 0 && <Copies shown={shown} />}
      {sameFile.length > 0 && <SameFile others={sameFile} />}
    </Stack>
  )
}

/** In place of what was read: why nothing was, and what can be done about it. */
export function UnreadNote({ shown, onCorrect }: UnreadProps) {
  return shown.state === 'failed' ? (
    <Failed shown={shown} onCorrect={onCorrect} />
  ) : (
    <Pending onCorrect={onCorrect} />
  )
}

function Failed({ shown, onCorrect }: UnreadProps) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="It could not be read">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{shown.failureReason ?? 'No reason is known.'}</Text>
        <Group gap="sm">
          {shown.may.retry && <RetryButton shown={shown} />}
          <Button size="xs" variant="default" onClick={onCorrect}>
            Type it in
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Pending({ onCorrect }: Pick<UnreadProps, 'onCorrect'>) {
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="It was not read yet">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          It waits for delivery once it has been read. You may type in what it says.
        </Text>
        <Button size="xs" variant="default" onClick={onCorrect}>
          Type it in
        </Button>
      </Stack>
    </Alert>
  )
}

function Twin({ shown, original }: { shown: ShownDocument; original: ListedDocument }) {
  const isHidden = shown.state === 'hidden'
  return (
    <Alert
      color={isHidden ? 'yellow' : 'gray'}
      icon={<IconCopy aria-hidden />}
      title={isHidden ? 'A hidden duplicate' : 'Delivered as a duplicate'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isHidden
            ? `An older document has the same number${shown.invoiceNo === null ? '' : `, ${shown.invoiceNo}`}, and is delivered in its place: `
            : 'It is a copy of another document, which was delivered in its place: '}
          <Other other={original} />
        </Text>
        {shown.may.deliverSeparately && <DeliverSeparatelyButton shown={shown} />}
        {isHidden && !shown.may.deliverSeparately && (
          <Text size="sm">Is it another paper? An owner can have it delivered separately.</Text>
        )}
      </Stack>
    </Alert>
  )
}

function Copies({ shown: { copies, state } }: Shown) {
  return (
    <Related title="Its duplicates">
      {state === 'synced'
        ? 'These copies were settled with it, and are not delivered:'
        : 'These have the same number and are hidden behind it:'}
      <Others others={copies} />
    </Related>
  )
}

function SameFile({ others }: { others: readonly ListedDocument[] }) {
  return (
    <Related title="The same file came in more than once">
      <Others others={others} />
    </Related>
  )
}

function Related({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="gray" icon={<IconCopy aria-hidden />} title={title}>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  )
}

function Others({ others }: { others: readonly ListedDocument[] }) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
      {others.map((other) => (
        <li key={other.id}>
          <Other other={other} />
        </li>
      ))}
    </ul>
  )
}

function Other({ other }: { other: ListedDocument }) {
  return (
    <>
      <DocumentLink to={other} fz="sm" c="inherit" underline="always" />,{' '}
      <When at={other.createdAt} />
    </>
  )
}
