import { Anchor, Group, Loader, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hasRole } from '../../../roles.ts'
import { useSignedIn } from '../../../state.ts'
import { useReading } from './data.ts'
import { queueText } from './words.ts'
import { t } from '../../../language/language.ts'

/** The progress of reading. Nothing if nothing is read. */
export function ReadingNote() {
  const isClerk = hasRole(useSignedIn().user, 'clerk')
  const reading = useReading(isClerk)
  if (reading === undefined || reading.queue.length === 0) return null
  return (
    <Group gap="xs" role="status" mb="md" wrap="nowrap">
      <Loader size="xs" aria-hidden />
      <Text size="sm">
        {queueText(reading)}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/documents" search={{ state: 'reading' }} {...props} />}
        >
          {t('Look at them')}
        </Anchor>
      </Text>
    </Group>
  )
}
