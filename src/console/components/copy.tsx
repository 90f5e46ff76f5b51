import { Button, Code, Group, Stack, Text, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../language/language.ts'

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

async function copyText(text: string): Promise<boolean> {
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
