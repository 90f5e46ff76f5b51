import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../language/language.ts'
import { useSignedIn } from '../../state.ts'
import { archiveQuery } from '../settings/data.ts'

/** Where documents are shown that are soon deleted: an owner who has no archive may name one. */
export function ArchiveOffer() {
  const isOwner = useSignedIn().user.role === 'owner'
  const { data } = useQuery({ ...archiveQuery, enabled: isOwner })
  if (data === undefined || data.archive !== null) return null
  return (
    <Alert color="cyan" icon={<IconArchive aria-hidden />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t(
            'Daybook deletes documents after 30 days. An archive on another disk or a network drive keeps them.',
          )}
        </Text>
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/settings" search={{ section: 'archive' }} {...props} />}
        >
          {t('Keep them')}
        </Button>
      </Group>
    </Alert>
  )
}
