import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBuildingStore,
  IconCategory,
  IconCoins,
  IconDiscount,
  IconFiles,
  IconHistory,
  IconHome,
  IconKey,
  IconPackage,
  IconPackages,
  IconPlugConnected,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconUsers,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import {
  Link,
  Outlet,
  useMatches,
  useRouter,
  useRouterState,
  type RegisteredRouter,
} from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasRole } from '../roles.ts'
import { useSignedIn } from '../state.ts'
import { OthersPage } from './instead.tsx'
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

/** A page of another role asks for what this user is not given: it is not even begun. */
function Page() {
  const { user } = useSignedIn()
  const isFor = useMatches({ select: (matches) => matches.at(-1)?.staticData.isFor })
  return isFor === undefined || hasRole(user, isFor) ? <Outlet /> : <OthersPage isFor={isFor} />
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
  const shown = places.filter(({ to }) => {
    const isFor = routesByPath[to].options.staticData?.isFor
    return isFor === undefined || hasRole(user, isFor)
  })
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

type Place = { to: keyof RegisteredRouter['routesByPath']; label: string; icon: TablerIcon }

/** The pages in the navigation, in its order. */
const places: readonly Place[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/documents', label: 'Documents', icon: IconFiles },
  { to: '/catalogue', label: 'Products', icon: IconPackage },
  { to: '/categories', label: 'Categories', icon: IconCategory },
  { to: '/offers', label: 'Offers', icon: IconDiscount },
  { to: '/orders', label: 'Orders', icon: IconShoppingCart },
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/rules', label: 'Rename rules', icon: IconTags },
  { to: '/vendors', label: 'Vendors', icon: IconBuildingStore },
  { to: '/product-names', label: 'Product names', icon: IconPackages },
  { to: '/integrations', label: 'Integrations', icon: IconPlugConnected },
  { to: '/activity', label: 'Activity', icon: IconHistory },
  { to: '/credits', label: 'Credits', icon: IconCoins },
  { to: '/users', label: 'Users', icon: IconUsers },
  { to: '/settings', label: 'Settings', icon: IconSettings },
]

/** The same drawing as icon.svg. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="7" fill="#0b7285" />
      <path d="M9 7.5h11.5a2.5 2.5 0 0 1 2.5 2.5v14.5H11.5A2.5 2.5 0 0 1 9 22z" fill="#fff" />
      <path
        d="M9 22a2.5 2.5 0 0 1 2.5-2.5H23M13 11.5h6M13 15h4"
        fill="none"
        stroke="#0b7285"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
