import { Button, Group } from '@mantine/core'
import { useDismiss, type Offer } from './use-dismiss.ts'

type UnknownActionsProps = { offer: Offer; isDismissed: boolean; onDraft: () => void }

/** A rule for a label or value, or none; of one that was dismissed, the way back. */
export function UnknownActions({ offer, isDismissed, onDraft }: UnknownActionsProps) {
  const dismiss = useDismiss(offer, isDismissed)
  const { text } = offer
  if (isDismissed) {
    return (
      <Button
        size="xs"
        variant="default"
        loading={dismiss.isPending}
        aria-label={`List ${text} again`}
        onClick={() => dismiss.mutate()}
      >
        List it again
      </Button>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="xs" variant="default" aria-label={`Make a rule for ${text}`} onClick={onDraft}>
        Make a rule
      </Button>
      <Button
        size="xs"
        variant="subtle"
        loading={dismiss.isPending}
        aria-label={`${text} needs no rule`}
        onClick={() => dismiss.mutate()}
      >
        Needs none
      </Button>
    </Group>
  )
}
