import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'

/** To the list that a page belongs to; from a list to Home. */
export function WayBack() {
  const { routesByPath } = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const above = path.slice(0, path.lastIndexOf('/')) || '/'
  const route = Object.values(routesByPath).find(({ to }) => to === above)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      renderRoot={(props) => <Link to=".." {...props} />}
    >
      Back to {route?.options.staticData?.title ?? 'Home'}
    </Button>
  )
}
