import { notifications } from '@mantine/notifications'
import { Cancelled, messageOf } from '../refusal.ts'
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Says in a corner why something was not done, where no form and no list can say it. */
export function showRefusal(error: unknown, title = 'That did not work'): void {
  if (error instanceof Cancelled) return
  notifications.show({ color: 'red', title, message: messageOf(error) })
}

/** The same until somebody closes it: whoever began it has gone on to something else. */
export function showLateRefusal(error: unknown, title = 'That did not work'): void {
  notifications.show({ color: 'red', title, message: messageOf(error), autoClose: false })
}

type Confirmation = {
  /** A question: "Revoke the key Tally?" */
  title: string
  /** What will be lost, and what will not. */
  children: ReactNode
  /** What the button does: "Revoke the key". */
  action: string
  /** What the other button does, where "Cancel" could be misread. */
  keep?: string
  /** Shown in a corner when it is done. */
  done: string
  run(): Promise<unknown>
}

/** Asks before something is lost. The focus is on "Cancel", so that Enter alone destroys nothing. */
export function confirm({
  title,
  children,
  action,
  keep = 'Cancel',
  done,
  run,
}: Confirmation): void {
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
    onConfirm: () => void report(run, done),
  })
}

async function report(run: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await run()
    notifications.show({ message: done })
  } catch (error) {
    showRefusal(error)
  }
}
