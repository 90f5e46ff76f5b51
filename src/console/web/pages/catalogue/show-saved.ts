import { notifications } from '@mantine/notifications'

/** How long there is to read what was left out or changed, in milliseconds. */
const warningMs = 20_000

/** Above the page, since the buttons of these pages are at the bottom. */
const position = 'top-center'

/** Says that it was saved, and what was left out or changed. */
export function showSaved(message: string, warnings: readonly string[]): void {
  notifications.show({ message, position })
  for (const warning of warnings) {
    notifications.show({
      color: 'yellow',
      title: 'Please look',
      message: warning,
      position,
      autoClose: warningMs,
    })
  }
}
