import { lazyRouteComponent } from '@tanstack/react-router'
import { api, ask } from '../client.ts'

/** A page that is fetched when it is needed first. */
export function lazyPage<Pages extends Record<string, unknown>, Name extends keyof Pages>(
  load: () => Promise<Pages>,
  name: Name,
) {
  return lazyRouteComponent(() => fetched(load), name)
}

/**
 * Throws Refusal when the server does not answer: the console stays, and says so. Of a server that answers and has not
 * this page any more, as after an update, the router loads everything anew.
 */
async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await ask(api.state.get())
    throw error
  }
}
