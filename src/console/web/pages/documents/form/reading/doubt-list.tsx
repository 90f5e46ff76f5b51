import { Alert, Anchor, Button, Group, Kbd, Text } from '@mantine/core'
import { IconChecks, IconEyeCheck } from '@tabler/icons-react'
import { counted } from '../../../../components/values.tsx'
import { findingText } from '../../findings-note.tsx'
import { isTouched, type Bill } from '../use-bill.ts'
import { wholePlace, type Doubt } from './doubts.ts'

/** Doubts that are listed; a statement may have hundreds. */
const listedMax = 8

/** What the reader is not sure of, above all fields: each is accepted where it stands, or here. */
export function DoubtList({ bill }: { bill: Bill }) {
  const { count, open } = bill.doubts
  if (count === 0) return null
  if (open.length === 0) {
    return (
      <Alert color="teal" icon={<IconChecks aria-hidden />} role="status" py="xs">
        All that was doubtful is checked.{' '}
        <Text span inherit visibleFrom="sm">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> saves it.
        </Text>
      </Alert>
    )
  }
  const more = open.length - listedMax
  return (
    <Alert
      color="yellow"
      icon={<IconEyeCheck aria-hidden />}
      title={counted(open.length, 'value') + ' to check'}
      py="xs"
    >
      <ul className="doubt-list">
        {open.slice(0, listedMax).map((doubt) => (
          <DoubtItem
            key={`${doubt.finding.line} ${doubt.finding.key} ${doubt.finding.message}`}
            doubt={doubt}
            bill={bill}
          />
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <Kbd size="xs">Enter</Kbd> in a marked field says that it stands so on the paper, and goes
        to the next.
      </Text>
    </Alert>
  )
}

function DoubtItem({ doubt, bill: { doubts, goTo, lookAt } }: { doubt: Doubt; bill: Bill }) {
  const { finding, place } = doubt
  const isWhole = place === wholePlace
  const said = findingText(finding)
  const action = isWhole ? 'Leave it so' : 'It is right'
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
      {isWhole ? (
        <Text size="sm">{said}</Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          ta="start"
          fz="sm"
          tabIndex={-1}
          onClick={() => goTo(place)}
        >
          {said}
        </Anchor>
      )}
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        aria-label={`${action}: ${said}`}
        // The fields have a key for it; the document as a whole has no field.
        {...(isWhole ? { 'data-line': '', 'data-key': '' } : { tabIndex: -1 })}
        // The keyboard of a screen would cover what is to be looked at next.
        onClick={() => doubts.pass(place, isTouched() ? lookAt : goTo)}
      >
        {action}
      </Button>
    </Group>
  )
}
