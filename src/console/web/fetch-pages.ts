import type { AnyRouter } from '@tanstack/react-router'

/** How long the first page, with what it fetches itself, has the browser for itself, in milliseconds. */
const waitMs = 3000

/** Fetches all pages a while after the first one is shown, so that they are there when the server is not. */
export function fetchPagesLater(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    setTimeout(() => void fetchPages(router), waitMs)
  })
}

/** One after the other: what somebody clicks meanwhile comes between. */
async function fetchPages(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
}
