import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { activityKinds } from '../pages/activity/kinds.ts'
import { choiceSearch, daySearch, pageSearch, textSearch } from '../search.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { shellRoute } from './entry-routes.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  staticData: { title: 'Home' },
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const keyState = choiceSearch('state', ['active', 'ended'])

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...keyState(search),
  }),
  staticData: { title: 'API keys' },
  component: lazyRouteComponent(() => import('../pages/keys/keys-page.tsx'), 'KeysPage'),
})

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  validateSearch: (search: Record<string, unknown>) => pageSearch(search),
  staticData: { title: 'Integrations' },
  component: lazyRouteComponent(
    () => import('../pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
})

const callResult = choiceSearch('result', ['failed'])
const integrationTab = choiceSearch('tab', ['code'])

const integrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/$id',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...callResult(search),
    ...integrationTab(search),
  }),
  staticData: { title: 'Integration' },
  component: lazyRouteComponent(
    () => import('../pages/integrations/integration-page.tsx'),
    'IntegrationPage',
  ),
})

const activityKind = choiceSearch('kind', activityKinds)
const activityPerson = textSearch('person')
const [activityFrom, activityTo] = [daySearch('from'), daySearch('to')]

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...activityKind(search),
    ...activityPerson(search),
    ...activityFrom(search),
    ...activityTo(search),
  }),
  staticData: { title: 'Activity' },
  component: lazyRouteComponent(
    () => import('../pages/activity/activity-page.tsx'),
    'ActivityPage',
  ),
})

const userState = choiceSearch('state', ['active', 'ended'])

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...userState(search),
  }),
  staticData: { title: 'Users' },
  component: lazyRouteComponent(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
})

const creditsShow = choiceSearch('show', ['given'])

const creditsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credits',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...creditsShow(search),
  }),
  staticData: { title: 'Credits' },
  component: lazyRouteComponent(() => import('../pages/credits/credits-page.tsx'), 'CreditsPage'),
})

const settingsSection = choiceSearch('section', ['night', 'backups', 'network', 'appearance'])

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...settingsSection(search),
  }),
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(
    () => import('../pages/settings/settings-page.tsx'),
    'SettingsPage',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  staticData: { title: 'Your account' },
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
})

/** Inside the shell, so that the way back is there. */
const nothingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFoundPage,
})

export const officeRoutes = [
  homeRoute,
  keysRoute,
  integrationsRoute,
  integrationRoute,
  activityRoute,
  usersRoute,
  creditsRoute,
  settingsRoute,
  accountRoute,
  nothingRoute,
] as const
