import { Button, EmptyState, Title } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export function NotFoundPage() {
  return (
    <EmptyState
      icon={<IconMapQuestion aria-hidden />}
      title={
        <Title order={1} size="h3">
          There is nothing at this address
        </Title>
      }
      description="It may have been deleted, or the address was mistyped."
    >
      <EmptyState.Actions>
        <Button component={Link} to="/" variant="default">
          Go to the start
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
