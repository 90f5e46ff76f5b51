import { Button, EmptyState, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** In place of an owner's page, for a member who has its address. */
export function OwnersPage() {
  return (
    <EmptyState
      icon={<IconLock aria-hidden />}
      title={
        <Title order={1} size="h3">
          This page is for owners
        </Title>
      }
      description="An owner of this shop can look at it, or make you an owner too."
    >
      <EmptyState.Actions>
        <Button component={Link} to="/" variant="default">
          Go to Home
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
