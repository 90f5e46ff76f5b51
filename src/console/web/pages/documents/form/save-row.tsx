import { Button, Group, Text } from '@mantine/core'
import { AddsUp } from './adds-up.tsx'
import type { Checked } from './sums.ts'
import type { SaveOptions } from './use-saving.ts'

type SaveRowProps = {
  found: Checked
  isSaving: boolean
  hasRoom: boolean
  hasNext: boolean
  onCancel: () => void
  onSave: (options: SaveOptions) => void
}

/** What it comes to and how it is saved: always in sight, also under a thumb. */
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
            This browser has no room to keep what you type: save it soon.
          </Text>
        )}
        <Button variant="default" visibleFrom="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant={hasNext ? 'default' : 'filled'}
          loading={isSaving && !hasNext}
          disabled={isSaving}
          onClick={() => onSave({})}
        >
          Save
        </Button>
        {hasNext && (
          <Button loading={isSaving} onClick={() => onSave({ isNext: true })}>
            Save and next
          </Button>
        )}
      </Group>
    </div>
  )
}
