import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { api, ask } from '../client.ts'
import { textSearch } from '../search.ts'
import { Shell } from '../shell/shell.tsx'
import type { RoleName } from '../words.ts'
import { stateQuery } from '../state.ts'

type Context = { queryClient: QueryClient }

export const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet })

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => textSearch('back')(search),
  async beforeLoad({ context, search }) {
    const state = await context.queryClient.ensureQueryData(stateQuery)
    if (!state.isSetUp) throw redirect({ to: '/set-up', replace: true })
    if (state.signedIn !== null) throw redirect({ href: backOf(search.back), replace: true })
  },
  component: lazyPage(() => import('../pages/entry/sign-in.tsx'), 'SignInPage'),
})

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (isSetUp) throw redirect({ to: '/', replace: true })
  },
  component: lazyPage(() => import('../pages/entry/set-up.tsx'), 'SetUpPage'),
})

/** Also for users whose sign-in ended because the restore replaced the data. */
export const restoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/restore/$id',
  component: lazyPage(() => import('../pages/entry/restore.tsx'), 'RestorePage'),
})

export const choosePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (!isSetUp) throw redirect({ to: '/set-up', replace: true })
  },
  component: lazyPage(() => import('../pages/entry/sign-in.tsx'), 'ChoosePasswordPage'),
})

/** All pages for signed-in users. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context, location }) {
    const { isSetUp, signedIn } = await context.queryClient.ensureQueryData(stateQuery)
    if (!isSetUp) throw redirect({ to: '/set-up', replace: true })
    if (signedIn === null) {
      const search = location.href === '/' ? {} : { back: location.href }
      throw redirect({ to: '/sign-in', search, replace: true })
    }
    return { signedIn }
  },
  component: Shell,
})

/** Accepts only a path of these pages, because an address from outside must not lead away from them. */
function backOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

/**
 * A page inside the shell: its address, its title in the browser's tab, and its file, which is fetched when the page is first opened. Users
 * without the role get a page that says so. `validateSearch` reads the values in the address.
 */
export function pageAt<
  const Path extends string,
  Pages extends Record<string, unknown>,
  Search extends object = object,
>(
  path: Path,
  title: string,
  load: () => Promise<Pages>,
  name: keyof Pages,
  isFor?: RoleName,
  validateSearch?: (search: Record<string, unknown>) => Search,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    staticData: isFor === undefined ? { title } : { title, isFor },
    component: lazyPage(load, name),
    ...(validateSearch === undefined ? {} : { validateSearch }),
  })
}

/** A page whose file is fetched when it is first opened. */
function lazyPage<Pages extends Record<string, unknown>, Name extends keyof Pages>(
  load: () => Promise<Pages>,
  name: Name,
) {
  return lazyRouteComponent(() => fetched(load), name)
}

/**
 * Throws Refusal if the server does not answer. Then the console stays and says so. If the server answers but no longer has this file, as
 * after an update, the router loads everything again.
 */
async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await ask(api.state.get())
    throw error
  }
}
