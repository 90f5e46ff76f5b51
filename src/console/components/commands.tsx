import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  type RefObject,
} from 'react'
import { Cancelled, messageOf } from '../refusal.ts'
import { t } from '../language/language.ts'

export type Command<Given, Result> = {
  run(given: Given): Promise<Result>
  /** The message after success. None if the page itself shows the result. */
  done?: ((result: Result, given: Given) => ReactNode) | undefined
  /** The title above the reason of a refusal. */
  refused?: string | undefined
}

/**
 * An action that a button runs at once. Afterwards the page reloads its data, also after a refusal, because somebody
 * else may have done the same meanwhile.
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

export type Confirmation<Answer> = {
  /** A question: "Revoke the key Tally?" */
  title: string
  /** The consequences: what will be lost, and what will not. */
  children: ReactNode
  /** The text of the button: "Revoke the key". */
  action: string
  /** The text of the other button, if "Cancel" is ambiguous. */
  keep?: string
  /** The message after success. */
  done: ReactNode | ((answer: Answer) => ReactNode)
  run(): Promise<Answer>
}

/**
 * Asks before something is lost. Afterwards the page reloads its data, also after a refusal. The focus is on "Cancel",
 * so that Enter alone destroys nothing.
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

/** Shows a refusal as a notification, if no form or list can show it. */
export function showRefusal(error: unknown, title = t('That did not work')): void {
  if (error instanceof Cancelled) return
  notifications.show({ color: 'red', title, message: messageOf(error) })
}

/** Like `showRefusal`, but stays until somebody closes it: the person may be busy elsewhere by now. */
export function showLateRefusal(error: unknown, title = t('That did not work')): void {
  notifications.show({ color: 'red', title, message: messageOf(error), autoClose: false })
}

/** Reloads all shown data, and other data when they are next shown: a change on one page also affects lists, counts and names on others. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}

/** Whether the component is still on the page. An answer may arrive long after its dialogue was closed. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Calls `onEnded` when a job of the server ends, whoever began it. */
export function useWhenEnded(isRunning: boolean, onEnded: () => void): void {
  const before = useRef(isRunning)
  const end = useEffectEvent(onEnded)
  useEffect(() => {
    if (before.current && !isRunning) end()
    before.current = isRunning
  }, [isRunning])
}
