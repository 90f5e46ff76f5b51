import { Box, Button, EmptyState, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConfirmPaused } from '../../components/paused.tsx'
import { hasRole, type RoleName } from '../../words.ts'
import { useSignedIn } from '../../state.ts'
import type { AttentionItem, PageLink } from './upkeep-items.ts'
import { attentionItems } from './attention-items.ts'
import { doubtfulQuery, type HomeState } from './data.ts'
import { t } from '../../language/language.ts'

/** The items that need attention, each with a link. */
export function Attention({ home }: { home: HomeState }) {
  const { user } = useSignedIn()
  const doubtful = useQuery({ ...doubtfulQuery, enabled: hasRole(user, 'clerk') })
  const items = attentionItems(home, Date.now(), doubtful.data?.documents)
  // A new shop shows its first steps instead.
  if (items.length === 0 && home.firstSteps !== null) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="attention-title">
      <Title order={2} size="h4" id="attention-title">
        {t('Needs attention')}
      </Title>
      <Paper withBorder>
        {items.length === 0 ? (
          <NothingToDo />
        ) : (
          <ul className="attention">
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ul>
        )}
      </Paper>
    </Stack>
  )
}

function Item({ item }: { item: AttentionItem }) {
  const Icon = item.isUrgent ? IconAlertTriangle : IconInfoCircle
  return (
    <Group component="li" px="md" py="sm" gap="md" justify="space-between" align="center">
      <Group gap="md" wrap="nowrap" align="flex-start" flex="1 1 18rem">
        <ThemeIcon variant="light" color={item.isUrgent ? 'red' : 'cyan'} radius="xl" size={32}>
          <Icon
            size={18}
            aria-label={item.isUrgent ? t('Urgent') : undefined}
            aria-hidden={!item.isUrgent}
          />
        </ThemeIcon>
        <Box>
          <Text fw={600} size="sm">
            {item.title}
          </Text>
          <Text size="sm" c="dimmed">
            {item.detail}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        {item.also !== undefined && (
          <Way title={item.title} action={item.also.action} link={item.also.link} />
        )}
        <Way title={item.title} action={item.action} link={item.link} />
      </Group>
    </Group>
  )
}

type WayProps = Pick<AttentionItem, 'title' | 'action' | 'link'>

function Way({ title, action, link }: WayProps) {
  if ('confirms' in link) return <ConfirmPaused paused={link.confirms} />
  return (
    <Button
      variant="default"
      size="xs"
      rightSection={<IconChevronRight size={14} aria-hidden />}
      aria-label={`${action}: ${title}`}
      renderRoot={(props) =>
        'docs' in link ? <a href={link.docs} {...props} /> : <Link {...link} {...props} />
      }
    >
      {action}
    </Button>
  )
}

/** Shown if nothing needs attention: the user's possible next actions. */
function NothingToDo() {
  const { user } = useSignedIn()
  const ways = waysOf.filter(({ isFor }) => hasRole(user, isFor))
  return (
    <EmptyState
      py="lg"
      icon={<IconCircleCheck aria-hidden />}
      title={t('Nothing needs you now')}
      description={t('New work is shown here when it comes.')}
    >
      <EmptyState.Actions>
        {ways.map(({ label, link }) => (
          <Button
            key={label}
            renderRoot={(props) => <Link {...link} {...props} />}
            variant="default"
          >
            {label}
          </Button>
        ))}
      </EmptyState.Actions>
    </EmptyState>
  )
}

const waysOf: readonly { isFor: RoleName; label: string; link: PageLink }[] = [
  { isFor: 'clerk', label: t('Add documents'), link: { to: '/documents' } },
  { isFor: 'counter', label: t('Products'), link: { to: '/catalogue' } },
  { isFor: 'counter', label: t('Orders'), link: { to: '/orders' } },
  { isFor: 'owner', label: t('API keys'), link: { to: '/keys' } },
]
