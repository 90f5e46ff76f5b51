import type { Config } from '../../platform/config.ts'
import type { Dispatcher } from '../../platform/http/dispatcher.ts'
import type { Listeners } from '../../platform/http/listening/listeners.ts'

/** The addresses of the console and the services. */
export type Addresses = { url: string; scanExport: string; storefront: string }

/** Opens the shared port, and the services' own ports. */
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

/** The service's own address, or else that on the shared listener. */
async function openOwn(
  open: (service: string, port: number) => Promise<string>,
  service: string,
  port: number | undefined,
  sharedUrl: string,
): Promise<string> {
  return port === undefined ? `${sharedUrl}/${service}` : await open(service, port)
}
