import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DocumentLink } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { counted } from '../../components/values.tsx'
import { tryAgain, waitingQuery, type Cause } from './data.ts'

type SubjectsProps = { cause: Cause; onClose(): void }

/** What waits for one cause, and another try of all that is shown. */
export function Subjects({ cause, onClose }: SubjectsProps) {
  const waiting = useQuery(waitingQuery(cause))
  return (
    <Loaded query={waiting} pending={<Skeleton height={120} aria-label="Loading" />}>
      {({ items }) => (
        <Stack gap="sm">
          <Text size="sm">{cause.sentence}</Text>
          {items.map(({ id, title, message, attempts }) => (
            <Stack key={id} gap={2}>
              {cause.kind === 'scan' ? (
                <DocumentLink to={{ id, filename: title }} size="sm" />
              ) : (
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/orders/$id" params={{ id }} {...props} />}
                >
                  {title}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {message === cause.sentence || message === '' ? '' : `${message} `}
                {counted(attempts, 'attempt')}
              </Text>
            </Stack>
          ))}
          {items.length < cause.count && (
            <Text size="sm" c="dimmed">
              The oldest {items.length} are shown.
            </Text>
          )}
          <Again cause={cause} onClose={onClose} />
        </Stack>
      )}
    </Loaded>
  )
}

/** What the books seem to have already is entered all the same where somebody says that it is another paper. */
function Again({ cause, onClose }: SubjectsProps) {
  const again = useCommand({
    run: (isAnother: boolean) => tryAgain(cause, isAnother),
    done({ told }) {
      onClose()
      return `${counted(told, cause.kind === 'scan' ? 'document' : 'order')} tried again when the bridge comes by.`
    },
  })
  return (
    <Group justify="flex-end">
      {cause.code === 'duplicate_in_book' && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate(true)}>
          Different papers: enter them
        </Button>
      )}
      <Button loading={again.isPending} onClick={() => again.mutate(false)}>
        Try again
      </Button>
    </Group>
  )
}
