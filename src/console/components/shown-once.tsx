import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../language/language.ts'

type ShownOnceProps<Secret> = {
  /** Without a secret the dialogue is closed. */
  of: Secret | null
  title(secret: Secret): string
  /** The consequence of losing it. */
  warning: string
  /** The step before closing: "I have stored the key". */
  done: string
  onClose(): void
  /** Above the warning. */
  lead?(secret: Secret): ReactNode
  children(secret: Secret): ReactNode
}

/** The only time that a secret is shown. A click outside must not close the dialogue. */
export function ShownOnce<Secret>({
  of: secret,
  title,
  warning,
  done,
  onClose,
  lead,
  children,
}: ShownOnceProps<Secret>) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={secret === null ? '' : title(secret)}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {secret !== null && (
        <Stack>
          {lead?.(secret)}
          <Alert
            color="yellow"
            icon={<IconEyeOff aria-hidden />}
            title={t('It is shown only this once')}
          >
            {warning}
          </Alert>
          {children(secret)}
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {done}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
