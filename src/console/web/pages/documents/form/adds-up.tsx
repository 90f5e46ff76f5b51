import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { rupees } from '../../../../../services/scan-export/checks/values.ts'
import { findingText } from '../findings-note.tsx'
import type { Checked } from './sums.ts'

/** "It adds up", or how much it is off and where. */
export function AddsUp({ found: { sums, findings } }: { found: Checked }) {
  if (sums === null || sums.totalPaise === 0) return null
  const { totalPaise, differencePaise } = sums
  if (differencePaise === null) {
    return (
      <Text size="sm" role="status">
        It comes to {rupees(totalPaise)}.
      </Text>
    )
  }
  const off = findings.find(({ code }) => code === 'sum' || code === 'tax')
  const isRight = differencePaise === 0 && off === undefined
  const Icon = isRight ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} role="status" wrap="nowrap" c={isRight ? 'teal' : 'var(--mantine-color-error)'}>
      <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {isRight && `It adds up: ${rupees(totalPaise)}.`}
        {!isRight && (off === undefined ? offText(differencePaise) : findingText(off))}
      </Text>
    </Group>
  )
}

function offText(differencePaise: number): string {
  return `${rupees(Math.abs(differencePaise))} ${differencePaise > 0 ? 'more' : 'less'} than all adds up to.`
}
