import { Alert, Button, Group, Modal, Stack, Code, Text, type ButtonProps } from '@mantine/core'
import { IconEyeOff, IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { notifications } from '@mantine/notifications'
import { encode } from 'uqr'
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

/** A key, an address or a command with a copy button. A click into the text selects all of it. */
export function Copyable({ title, value, label }: { title: string; value: string; label: string }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyButton value={value} label={label} size="xs" />
      </Group>
      <Code block className="copyable">
        {value}
      </Code>
    </Stack>
  )
}

const copiedMs = 2000

type CopyButtonProps = {
  value: string
  /** What is copied: "Copy the key". */
  label: string
  /** The text for screen readers, if `label` alone is not clear. */
  name?: string
} & Pick<ButtonProps, 'size' | 'variant'>

/** Copies a text. It also works on plain http://, where browsers give scripts no clipboard. */
export function CopyButton({
  value,
  label,
  name = label,
  size = 'sm',
  variant = 'default',
}: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(value))) {
      notifications.show({
        message: t('The browser did not allow it: select the text and copy it.'),
      })
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      size={size}
      variant={variant}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void copy()}
      aria-live="polite"
      aria-label={isCopied ? t('Copied') : name}
    >
      {isCopied ? t('Copied') : label}
    </Button>
  )
}

/** Whether the text is in the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // The browser's settings refuse it. The older way below may still work.
    }
  }
  return copySelected(text)
}

/** The field is placed beside the focused element, because a dialogue keeps the focus inside. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  ;(focused?.parentElement ?? document.body).append(field)
  field.select()
  // Deprecated, but the only way without https.
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** A QR code that scanners can read from paper. `label` describes its target. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
