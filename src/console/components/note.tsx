import { Alert, Stack, type AlertProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type NoteProps = Omit<AlertProps, 'icon'> & { icon: Icon; role?: string }

/** A note with an icon. Its sentences and buttons stand one below another. */
export function Note({ icon: Picture, children, ...note }: NoteProps) {
  return (
    <Alert icon={<Picture aria-hidden />} {...note}>
      <Stack gap="xs" align="flex-start">
        {children}
      </Stack>
    </Alert>
  )
}
