import {
  AppShell,
  Avatar,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  Modal,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconBook, IconLogout, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '@mantine/form'
import { everywhere, KeyNames, Keys, useKeys } from '../components/keys.tsx'
import { useScanner } from '../components/scans.ts'
import { useFreshStart, useRecovery, useSignedIn } from '../state.ts'
import { hasRole, rolesOf } from '../words.ts'
import { language, languages, speakFromNowOn, t } from '../language/language.ts'
import { api, ask, whenSessionEnds } from '../client.ts'
import { colorSchemes } from '../theme.ts'
import { MenuAction } from '../components/buttons.tsx'
import { showRefusal } from '../components/commands.tsx'
import { FormRefusal, useSentForm } from '../components/form.tsx'
import { PasswordField, UsernameForManagers } from '../components/inputs.tsx'
import { noSecondStep, SecondStepFields, useSignIn } from '../components/with-password.tsx'
import { OthersPage } from './instead.tsx'
import { type Place, usePlaceGroups } from './places.ts'

/** Above every dialogue except the one that asks for the password. */
const abovePage = 400

/** The key in the browser's storage. Other tabs get an event when its value changes. */
const userKey = 'daybook-user'

/** The frame of every page: the organisation, the navigation, the user's menu. */
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

/** A page for another role is not even started, because it would ask the server for data that this user may not see. */
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

/** Opens the search for pages and records, by Ctrl+K or a tap. Its file is fetched when it is first opened. */
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
  return usePlaceGroups().map(({ name, places }) => (
    <Box key={name} role="group" aria-label={name === '' ? t('Today') : name} mb={6}>
      {name !== '' && (
        <Text size="xs" c="dimmed" fw={600} px="sm" pb={2} aria-hidden>
          {name}
        </Text>
      )}
      {places.map((place) => (
        <PlaceLink key={place.to} {...place} onNavigate={onNavigate} />
      ))}
    </Box>
  ))
}

function PlaceLink({ to, label, icon: Icon, onNavigate }: Place & { onNavigate: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = path === to || path.startsWith(`${to}/`)
  return (
    <NavLink
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      active={isHere}
      {...(isHere ? { 'aria-current': 'page' } : {})}
      onClick={onNavigate}
      py={4}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  )
}

/** Gives the browser's tab the title of the page. A page that opens by a link takes the focus, like a loaded page. */
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

/**
 * Another user signed in in another tab of this browser. Requests of this page would be sent in that user's name, so the dialogue blocks
 * the page. Typed document drafts are kept for the user who typed them.
 */
function OtherUser() {
  const { user } = useSignedIn()
  const [other, setOther] = useState<{ name: string; email: string } | null>(null)
  useEffect(() => window.localStorage.setItem(userKey, user.id), [user.id])
  const look = async () => {
    const { signedIn } = await ask(api.state.get())
    if (signedIn !== null) setOther(signedIn.user.id === user.id ? null : signedIn.user)
  }
  // If the server does not answer, the page itself says so.
  const lookNow = () => void look().catch(() => undefined)
  useWindowEvent('focus', lookNow)
  useWindowEvent('storage', ({ key }) => key === userKey && lookNow())
  return (
    <Modal
      opened={other !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={abovePage}
      title={t('Somebody else is signed in now')}
    >
      <Stack>
        <Text size="sm">
          {t(
            'In another tab of this browser, {{other}} ({{email}}) has signed in. This page is still that of {{name}}, who goes on with it by signing in there.',
            { other: other?.name ?? '', email: other?.email ?? '', name: user.name },
          )}
        </Text>
        <Group justify="flex-end">
          <Button onClick={() => window.location.assign('/')}>
            {t('Go on as {{name}}', { name: other?.name ?? '' })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function UserMenu() {
  const { user } = useSignedIn()
  const startAfresh = useFreshStart()
  const signOut = useMutation({
    mutationFn: () => ask(api['sign-out'].post()),
    onSuccess: startAfresh,
    onError: (error) => showRefusal(error),
  })
  return (
    <Menu position="bottom-end" width={260} trapFocus>
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" c="inherit">
          <Group gap="xs" wrap="nowrap">
            <Avatar size={28} name={user.name} color="cyan" variant="filled" aria-hidden />
            <VisuallyHidden hiddenFrom="xs">{user.name}</VisuallyHidden>
            <Text size="sm" visibleFrom="xs" maw={160} truncate>
              {user.name}
            </Text>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py={6}>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email} · {rolesOf(user)}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/account"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t('Password and sign-ins')}
        </Menu.Item>
        <Menu.Item component="a" href="/docs/" leftSection={<IconBook size={16} aria-hidden />}>
          {t('Reference pages')}
        </Menu.Item>
        <MenuAction icon={IconLogout} onClick={() => signOut.mutate()}>
          {t('Sign out')}
        </MenuAction>
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Languages />
      </Menu.Dropdown>
    </Menu>
  )
}

function Languages() {
  return (
    <>
      <Menu.Label>{t('Language')}</Menu.Label>
      {languages.map(({ id, name }) => (
        <Menu.RadioItem
          key={id}
          value={id}
          lang={id}
          checked={language === id}
          onChange={() => speakFromNowOn(id)}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('Appearance')}</Menu.Label>
      {colorSchemes.map(({ value, label }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </>
  )
}

/** Above every other dialogue. */
const aboveAll = 500

/** Asks for the password over the page if the session has ended. Waiting requests then go on. */
function SignInAgain() {
  const [isAsking, setIsAsking] = useState(false)
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null)
  const end = (isSignedIn: boolean) => {
    waiting.current?.resolve(isSignedIn)
    waiting.current = null
    setIsAsking(false)
  }
  useEffect(() => {
    const stop = whenSessionEnds(() => {
      waiting.current ??= Promise.withResolvers()
      setIsAsking(true)
      return waiting.current.promise
    })
    // An older dialogue below would hear the key first and close.
    const holdEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && waiting.current !== null) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', holdEscape, { capture: true })
    return () => {
      stop()
      window.removeEventListener('keydown', holdEscape, { capture: true })
      waiting.current?.resolve(false)
      waiting.current = null
    }
  }, [])
  return (
    <Modal
      opened={isAsking}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={aboveAll}
      title={t('Sign in again')}
    >
      <SignInAgainForm onSignedIn={() => end(true)} />
    </Modal>
  )
}

function SignInAgainForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { user } = useSignedIn()
  const goOn = async () => {
    const { signedIn } = await ask(api.state.get())
    if (signedIn === null) return
    if (signedIn.user.id === user.id) onSignedIn()
    // The page still shows the data of the former user.
    else window.location.assign('/')
  }
  // The user may have signed in again in another tab.
  useWindowEvent('focus', () => void goOn().catch(() => undefined))
  const form = useForm({
    initialValues: { password: '', ...noSecondStep },
    validate: { password: (text) => (text === '' ? t('Enter your password.') : null) },
  })
  const { asksForCode, signIn } = useSignIn()
  const sent = useSentForm({
    form,
    send: (values) => signIn({ email: user.email, ...values }),
    onDone: goOn,
  })
  return (
    <form onSubmit={sent.submit} noValidate>
      <Stack>
        <Text size="sm">
          {t(
            'You have been signed out. What is on the page stays as it is: sign in as {{name}} ({{email}}), and it goes on where it was.',
            { name: user.name, email: user.email },
          )}
        </Text>
        <FormRefusal>{sent.refusal}</FormRefusal>
        <UsernameForManagers email={user.email} />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksForCode && <SecondStepFields form={form} />}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={leave}>
            {t('Leave this page')}
          </Button>
          <Button type="submit" loading={sent.isSending}>
            {t('Sign in')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Lets another user sign in. The page loads again, so that no data of the former user is left. */
function leave(): void {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?back=${encodeURIComponent(pathname + search)}`)
}
