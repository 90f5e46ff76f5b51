import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../state.ts'
import { Logo } from './logo.tsx'
import { places } from './navigation.ts'
import { OwnersPage } from './owners-page.tsx'
import { UserMenu } from './user-menu.tsx'

/** What is around every page: the organisation, the navigation, the user's menu. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = usePageStart()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      <AppShell.Header>
        <Header isOpen={isOpen} onToggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <AppShell.Section grow component={ScrollArea}>
          <Navigation onNavigate={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} ref={main}>
        <Box maw={1400} mx="auto">
          <Page />
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}

/** An owner's page asks for what a member is not given: it is not even begun. */
function Page() {
  const { user } = useSignedIn()
  const isForOwners = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.ownersOnly === true),
  })
  return isForOwners && user.role !== 'owner' ? <OwnersPage /> : <Outlet />
}

function Header({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { organisation } = useSignedIn()
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          opened={isOpen}
          onClick={onToggle}
          hiddenFrom="sm"
          size="sm"
          aria-label="Navigation"
          aria-expanded={isOpen}
        />
        <Logo />
        <Text fw={600} truncate>
          {organisation.name}
        </Text>
      </Group>
      <UserMenu />
    </Group>
  )
}

function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { user } = useSignedIn()
  const { routesByPath } = useRouter()
  const isOwner = user.role === 'owner'
  const shown = places.filter(
    ({ to }) => isOwner || routesByPath[to].options.staticData?.ownersOnly !== true,
  )
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return shown.map(({ to, label, icon: Icon }) => {
    const isHere = path === to || path.startsWith(`${to}/`)
    return (
      <NavLink
        key={to}
        component={Link}
        to={to}
        label={label}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        active={isHere}
        {...(isHere ? { 'aria-current': 'page' } : {})}
        onClick={onNavigate}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
      />
    )
  })
}

/** Names the browser's tab after the page; a page that is opened by a link takes the focus, as a loaded one does. */
function usePageStart() {
  const main = useRef<HTMLElement>(null)
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const before = useRef(path)
  useEffect(() => {
    document.title = title === undefined ? 'Daybook' : `${title} · Daybook`
  }, [title])
  useEffect(() => {
    if (before.current !== path) main.current?.focus({ preventScroll: true })
    before.current = path
  }, [path])
  return main
}
