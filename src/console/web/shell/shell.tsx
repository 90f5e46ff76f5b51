import {
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { everywhere, KeyNames, Keys, useKeys } from '../components/keys.tsx'
import { useScanner } from '../components/scans.ts'
import { useRecovery } from '../recovery.ts'
import { hasRole } from '../roles.ts'
import { useSignedIn } from '../state.ts'
import { OthersPage } from './instead.tsx'
import { OtherUser } from './other-user.tsx'
import { usePlaces } from './places.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { UserMenu } from './user-menu.tsx'
import { t } from '../language/language.ts'

/** What is around every page: the organisation, the navigation, the user's menu. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = usePageStart()
  useRecovery()
  useScanner()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <Keys />
      <SignInAgain />
      <OtherUser />
      <a href="#main" className="skip-link">
        {t('Skip to the page')}
      </a>
      <AppShell.Header>
        <Header isOpen={isOpen} onToggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('Pages')}>
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
          aria-label={t('Navigation')}
          aria-expanded={isOpen}
        />
        <Logo />
        <Text fw={600} truncate>
          {organisation.name}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <GoToButton />
        <UserMenu />
      </Group>
    </Group>
  )
}

/** The way to everything, by Ctrl+K or a tap. What it opens is fetched when it is wanted first. */
function GoToButton() {
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const openIt = () => {
    setWasOpened(true)
    open()
  }
  useKeys(everywhere, [
    {
      keys: 'mod+K',
      does: t('Go to a page, document, product, order or vendor'),
      run: openIt,
      isForFields: true,
    },
    { keys: '/', does: t('Search'), run: openIt },
  ])
  return (
    <>
      <Button variant="default" c="dimmed" px="xs" onClick={openIt}>
        <IconSearch size={16} aria-hidden />
        <VisuallyHidden hiddenFrom="sm">{t('Go to')}</VisuallyHidden>
        <Group gap="lg" visibleFrom="sm" ml="xs" wrap="nowrap">
          {t('Go to')} <KeyNames keys="mod+K" />
        </Group>
      </Button>
      <Suspense>{wasOpened && <GoTo isOpen={isOpen} onClose={close} />}</Suspense>
    </>
  )
}

const GoTo = lazy(() => import('./go-to.tsx').then(({ GoTo: Shown }) => ({ default: Shown })))

function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const shown = usePlaces()
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
