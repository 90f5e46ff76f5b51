import type { Config } from '../../platform/config.ts'
import type { Dispatcher } from '../../platform/http/dispatcher.ts'
import type { Listeners } from '../../platform/http/listening/listeners.ts'

/** Where it answers. */
export type Addresses = { url: string; scanExport: string; storefront: string }

/** Opens the port that all share, and those of their own. */
export async function openPorts(
  listeners: Pick<Listeners, 'open'>,
  dispatcher: Dispatcher,
  config: Config,
): Promise<Addresses> {
  const open = (service: string | undefined, port: number) =>
    listeners.open(dispatcher, service, port)
  const url = await open(undefined, config.port)
  const scanExport = await openOwn(open, 'scan-export', config.scanExportPort, url)
  const storefront = await openOwn(open, 'storefront', config.storefrontPort, url)
  return { url, scanExport, storefront }
}

/** A service's own address where it has one, else the one on the shared listener. */
async function openOwn(
  open: (service: string, port: number) => Promise<string>,
  service: string,
  port: number | undefined,
  sharedUrl: string,
): Promise<string> {
  return port === undefined ? `${sharedUrl}/${service}` : await open(service, port)
}
