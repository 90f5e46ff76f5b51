import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { rupees } from '../../../../paper/values.ts'
import { findingText } from '../findings-note.tsx'
import type { Checked } from './sums.ts'
import type { SaveOptions } from './use-saving.ts'
import { t } from '../../../language/language.ts'

type SaveRowProps = {
  found: Checked
  isSaving: boolean
  hasRoom: boolean
  hasNext: boolean
  onCancel: () => void
  onSave: (options: SaveOptions) => void
}

/** The total and the save buttons, always visible and within a thumb's reach. */
export function SaveRow(props: SaveRowProps) {
  const { found, isSaving, hasRoom, hasNext, onCancel, onSave } = props
  return (
    <div className="save-bar">
      <Group justify="flex-end" gap="sm">
        <div className="save-bar-sum">
          <AddsUp found={found} />
        </div>
        {!hasRoom && (
          <Text size="xs" c="dimmed">
            {t('This browser has no room to keep what you type: save it soon.')}
          </Text>
        )}
        <Button variant="default" visibleFrom="xs" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          variant={hasNext ? 'default' : 'filled'}
          loading={isSaving && !hasNext}
          disabled={isSaving}
          onClick={() => onSave({})}
        >
          {t('Save')}
        </Button>
        {hasNext && (
          <Button loading={isSaving} onClick={() => onSave({ isNext: true })}>
            {t('Save and next')}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** "It adds up", or the difference and its place. */
function AddsUp({ found: { sums, findings } }: { found: Checked }) {
  if (sums === null || sums.totalPaise === 0) return null
  const { totalPaise, differencePaise } = sums
  if (differencePaise === null) {
    return (
      <Text size="sm" role="status">
        {t('It comes to {{total}}.', { total: rupees(totalPaise) })}
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
        {isRight && t('It adds up: {{total}}.', { total: rupees(totalPaise) })}
        {!isRight && (off === undefined ? offText(differencePaise) : findingText(off))}
      </Text>
    </Group>
  )
}

function offText(differencePaise: number): string {
  const off = rupees(Math.abs(differencePaise))
  return differencePaise > 0
    ? t('{{off}} more than all adds up to.', { off })
    : t('{{off}} less than all adds up to.', { off })
}
