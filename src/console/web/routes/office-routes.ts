import { createRoute } from '@tanstack/react-router'
import { activitySearch } from '../pages/activity/data.ts'
import { languageNames, taskNames } from '../pages/integrations/samples/tasks.ts'
import { choiceSearch, pageSearch, searchOf } from '../search.ts'
import { NotFoundPage } from '../shell/instead.tsx'
import { shellRoute } from './entry-routes.ts'
import { lazyPage } from './lazy-page.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  staticData: { title: 'Home' },
  component: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: searchOf(pageSearch, choiceSearch('state', ['active', 'ended'])),
  staticData: { title: 'API keys' },
  component: lazyPage(() => import('../pages/keys/page.tsx'), 'KeysPage'),
})

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  validateSearch: pageSearch,
  staticData: { title: 'Integrations' },
  component: lazyPage(() => import('../pages/integrations/page.tsx'), 'IntegrationsPage'),
})

const integrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/$id',
  validateSearch: searchOf(
    pageSearch,
    choiceSearch('result', ['failed']),
    choiceSearch('tab', ['code']),
    choiceSearch('task', taskNames),
    choiceSearch('language', languageNames),
  ),
  staticData: { title: 'Integration' },
  component: lazyPage(() => import('../pages/integrations/integration.tsx'), 'IntegrationPage'),
})

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: activitySearch,
  staticData: { title: 'Activity' },
  component: lazyPage(() => import('../pages/activity/page.tsx'), 'ActivityPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: searchOf(pageSearch, choiceSearch('state', ['active', 'ended'])),
  staticData: { title: 'Users', ownersOnly: true },
  component: lazyPage(() => import('../pages/users/page.tsx'), 'UsersPage'),
})

const creditsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credits',
  validateSearch: searchOf(pageSearch, choiceSearch('show', ['given'])),
  staticData: { title: 'Credits' },
  component: lazyPage(() => import('../pages/credits/page.tsx'), 'CreditsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: searchOf(
    pageSearch,
    choiceSearch('section', ['night', 'backups', 'network', 'appearance']),
  ),
  staticData: { title: 'Settings' },
  component: lazyPage(() => import('../pages/settings/page.tsx'), 'SettingsPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  staticData: { title: 'Your account' },
  component: lazyPage(() => import('../pages/account/page.tsx'), 'AccountPage'),
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
