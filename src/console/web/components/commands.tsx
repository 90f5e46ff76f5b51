import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Cancelled, messageOf } from '../refusal.ts'
import { useRefresh } from './hooks.ts'
import { t } from '../language/language.ts'

type Command<Given, Result> = {
  run(given: Given): Promise<Result>
  /** What is told in a corner when it is done; nothing where the page shows it. */
  done?(result: Result, given: Given): ReactNode
  /** Above the reason when it is refused. */
  refused?: string
}

/**
 * Something that a button does at once. What is shown asks again after it, also when it was refused: somebody else may
 * have done it meanwhile.
 */
export function useCommand<Given = void, Result = unknown>({
  run,
  done,
  refused,
}: Command<Given, Result>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: run,
    onSuccess(result, given) {
      if (done !== undefined) notifications.show({ message: done(result, given) })
    },
    onError: (error) => showRefusal(error, refused),
    onSettled: refresh,
  })
}

type Confirmation<Answer> = {
  /** A question: "Revoke the key Tally?" */
  title: string
  /** What will be lost, and what will not. */
  children: ReactNode
  /** What the button does: "Revoke the key". */
  action: string
  /** What the other button does, where "Cancel" could be misread. */
  keep?: string
  /** Shown in a corner when it is done. */
  done: ReactNode | ((answer: Answer) => ReactNode)
  run(): Promise<Answer>
}

/**
 * Asks before something is lost; what is shown asks again when it is done, or was refused. The focus is on "Cancel", so
 * that Enter alone destroys nothing.
 */
export function useConfirm(): <Answer>(confirmation: Confirmation<Answer>) => void {
  const refresh = useRefresh()
  return ({ title, children, action, keep = t('Cancel'), done, run }) => {
    const runAndTell = async () => {
      try {
        const answer = await run()
        notifications.show({ message: typeof done === 'function' ? done(answer) : done })
      } catch (error) {
        showRefusal(error)
      }
      await refresh()
    }
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" component="div">
          {children}
        </Text>
      ),
      labels: { confirm: action, cancel: keep },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => void runAndTell(),
    })
  }
}

/** Says in a corner why something was not done, where no form and no list can say it. */
export function showRefusal(error: unknown, title = t('That did not work')): void {
  if (error instanceof Cancelled) return
  notifications.show({ color: 'red', title, message: messageOf(error) })
}

/** The same until somebody closes it: whoever began it has gone on to something else. */
export function showLateRefusal(error: unknown, title = t('That did not work')): void {
  notifications.show({ color: 'red', title, message: messageOf(error), autoClose: false })
}
