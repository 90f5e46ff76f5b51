import { notifications } from '@mantine/notifications'
import { Cancelled, messageOf } from '../refusal.ts'

/** Says in a corner why something was not done, where no form and no list can say it. */
export function showRefusal(error: unknown, title = 'That did not work'): void {
  if (error instanceof Cancelled) return
  notifications.show({ color: 'red', title, message: messageOf(error) })
}

/** The same until somebody closes it: whoever began it has gone on to something else. */
export function showLateRefusal(error: unknown, title = 'That did not work'): void {
  notifications.show({ color: 'red', title, message: messageOf(error), autoClose: false })
}
