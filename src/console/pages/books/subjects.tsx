import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconBookOff, IconWriting } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TextLink, ConfirmButton, ConfirmAction } from '../../components/buttons.tsx'
import { DocumentLink, DotsMenu } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { counted } from '../../components/values.tsx'
import { settleCause, tryAgain, waitingQuery, type Cause } from './data.ts'

type SubjectsProps = { cause: Cause; onClose(): void }

type ShownProps = SubjectsProps & { shown: number }

/** The documents that wait for one cause, and a button to try them again. */
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
                <TextLink to="/orders/$id" params={{ id }} size="sm">
                  {title}
                </TextLink>
              )}
              <Text size="xs" c="dimmed">
                {message === cause.sentence || message === '' ? '' : `${message} `}
                {attempts > 0 && counted(attempts, 'attempt')}
              </Text>
            </Stack>
          ))}
          {items.length < cause.count && (
            <Text size="sm" c="dimmed">
              The oldest {items.length} are shown.
            </Text>
          )}
          <Again cause={cause} shown={items.length} onClose={onClose} />
        </Stack>
      )}
    </Loaded>
  )
}

/** If the accounts seem to contain a document already, the user can say that it is a different paper, and it is entered. */
function Again({ cause, shown, onClose }: ShownProps) {
  const again = useCommand({
    run: (said: Parameters<typeof tryAgain>[1]) => tryAgain(cause, said),
    done({ told }) {
      onClose()
      return triedAgain(cause, told)
    },
  })
  return (
    <Group justify="flex-end">
      <SettleAll cause={cause} shown={shown} onClose={onClose} />
      {cause.code === 'duplicate_in_book' && (
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate({ isAnother: true })}
        >
          Different papers: enter them
        </Button>
      )}
      {cause.code === 'exception_parked' && <TryDeleted cause={cause} onClose={onClose} />}
      {isOver(cause) ? (
        <ConfirmButton confirmation={settling({ cause, shown, onClose }).leaveOut}>
          Leave them out…
        </ConfirmButton>
      ) : (
        <Button loading={again.isPending} onClick={() => again.mutate({})}>
          {cause.code === 'exception_parked' ? 'Look again' : 'Try again'}
        </Button>
      )}
    </Group>
  )
}

/** A cancelled or returned order is never entered, however often it is tried. */
function isOver({ kind, field }: Cause): boolean {
  return kind === 'order' && field === 'status'
}

function triedAgain({ kind }: Cause, told: number): string {
  return `${counted(told, kind === 'scan' ? 'document' : 'order')} will be tried again within a minute.`
}

/** An exception in the accounts would become a double entry once somebody finishes it, so it must be deleted first. */
function TryDeleted({ cause, onClose }: Pick<ShownProps, 'cause' | 'onClose'>) {
  return (
    <ConfirmButton
      variant="default"
      confirmation={{
        title: 'Did you delete them there?',
        children:
          'Each of them must be deleted among the exceptions first (in Tally: Alt+Y, All Exceptions). One that is still there, and that somebody finishes later, is in the books twice.',
        action: 'They are deleted: try again',
        done: ({ told }) => triedAgain(cause, told),
        async run() {
          const answer = await tryAgain(cause, { isDeleted: true })
          onClose()
          return answer
        },
      }}
    >
      Deleted there: try again…
    </ConfirmButton>
  )
}

/** What is asked before all shown documents are settled. Each can also be settled on its own page. */
function settling({ cause, shown, onClose }: ShownProps) {
  const what = counted(shown, cause.kind === 'scan' ? 'document' : 'order')
  const common = (as: 'by_hand' | 'dropped') => ({
    children: 'They count as delivered then, and no program gets them any more.',
    async run() {
      await settleCause(cause, as)
      onClose()
    },
  })
  return {
    byHand: {
      ...common('by_hand'),
      title: `Did you enter ${what} in the books by hand?`,
      action: 'I entered them',
      done: `${what}: entered by hand.`,
    },
    leaveOut: {
      ...common('dropped'),
      title: `Leave ${what} out of the books?`,
      action: 'Leave them out',
      done: `${what}: left out of the books.`,
    },
  }
}

function SettleAll(props: ShownProps) {
  const { byHand, leaveOut } = settling(props)
  return (
    <DotsMenu label="More for all of them" width={260}>
      <ConfirmAction icon={IconWriting} confirmation={byHand}>
        Entered by hand…
      </ConfirmAction>
      <ConfirmAction icon={IconBookOff} confirmation={leaveOut}>
        Leave them out…
      </ConfirmAction>
    </DotsMenu>
  )
}
