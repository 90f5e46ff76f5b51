import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconBookOff, IconWriting } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MenuAction } from '../../components/buttons.tsx'
import { DocumentLink, DotsMenu } from '../../components/cells.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
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
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/orders/$id" params={{ id }} {...props} />}
                >
                  {title}
                </Anchor>
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
        <LeaveOut cause={cause} shown={shown} onClose={onClose} />
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
  return `${counted(told, kind === 'scan' ? 'document' : 'order')} tried again when the bridge comes by.`
}

/** An exception in the accounts would become a double entry once somebody finishes it, so it must be deleted first. */
function TryDeleted({ cause, onClose }: Pick<ShownProps, 'cause' | 'onClose'>) {
  const confirm = useConfirm()
  const ask = () =>
    confirm({
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
    })
  return (
    <Button variant="default" onClick={ask}>
      Deleted there: try again…
    </Button>
  )
}

/** Settles all shown documents. Each can also be settled on its own page. */
function useSettleAll({ cause, shown, onClose }: ShownProps) {
  const confirm = useConfirm()
  const what = counted(shown, cause.kind === 'scan' ? 'document' : 'order')
  const settle = (as: 'by_hand' | 'dropped', title: string, action: string, done: string) =>
    confirm({
      title,
      children: 'They count as delivered then, and no program gets them any more.',
      action,
      done,
      async run() {
        await settleCause(cause, as)
        onClose()
      },
    })
  return {
    byHand: () =>
      settle(
        'by_hand',
        `Did you enter ${what} in the books by hand?`,
        'I entered them',
        `${what}: entered by hand.`,
      ),
    leaveOut: () =>
      settle(
        'dropped',
        `Leave ${what} out of the books?`,
        'Leave them out',
        `${what}: left out of the books.`,
      ),
  }
}

function LeaveOut(props: ShownProps) {
  const { leaveOut } = useSettleAll(props)
  return <Button onClick={leaveOut}>Leave them out…</Button>
}

function SettleAll(props: ShownProps) {
  const { byHand, leaveOut } = useSettleAll(props)
  return (
    <DotsMenu label="More for all of them" width={260}>
      <MenuAction icon={IconWriting} onClick={byHand}>
        Entered by hand…
      </MenuAction>
      <MenuAction icon={IconBookOff} onClick={leaveOut}>
        Leave them out…
      </MenuAction>
    </DotsMenu>
  )
}
