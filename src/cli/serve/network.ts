import { readCertificate } from '../../platform/certificates/certificate-files.ts'
import { shopCertificates } from '../../platform/certificates/shop-certificates.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { Dispatcher } from '../../platform/http/dispatcher.ts'
import {
  type NetworkAccess,
  callItself,
  certificateNames,
  hostLabel,
  namesWithClaimed,
  networkSetting,
} from '../../platform/http/listening/addresses.ts'
import { httpsNetwork } from '../../platform/http/listening/https-network.ts'
import { makeListeners, type Listeners } from '../../platform/http/listening/listeners.ts'
import type { LocalName } from '../../platform/http/listening/local-name.ts'
import type { Log } from '../../platform/log.ts'
import { secretsIn } from '../../platform/secrets.ts'
import { readSetting } from '../../platform/settings.ts'
import type { Clock } from '../../platform/time.ts'

/** Claims a name in the network while the server is open. Called with the claimed name. */
type Extras = { onLocalName?: (name: string) => void }

type NetworkInput = {
  dir: DataDir
  config: Config & Extras
  database: Database
  clock: Clock
  log: Log
}

/** The server's ports, as settings and owners want them. `own` is the certificate from the server's configuration. */
export function networkOf({ dir, config, database, clock, log }: NetworkInput) {
  const { host, tls: files, httpsPort: port } = config
  const own = files && { files, inUse: readCertificate(files) }
  const access = readSetting(database.read, networkSetting) ?? 'this computer'
  const listeners = makeListeners({ host, access, tls: own?.inUse, log })
  const secrets = secretsIn(dir.secretKey)
  const certificates = shopCertificates({
    path: dir.httpsRoot,
    secrets,
    host: hostLabel(),
    clock,
    log,
  })
  const hasOwnFiles = own !== undefined
  const takesName = config.localName !== undefined && config.onLocalName !== undefined
  const claimed = takesName ? namesWithClaimed(database) : undefined
  const onName = (name: string) => {
    config.onLocalName?.(name)
    const noted = claimed?.note(name) ?? Promise.resolve()
    noted.catch((error: unknown) => log.warn('A name could not be kept.', { error }))
    network.look().catch((error: unknown) => log.warn('No certificate for a name.', { error }))
  }
  const localName = localNameOf(config, { log, onName })
  const network = httpsNetwork({
    plain: listeners,
    port,
    host,
    hasOwnFiles,
    certificates,
    names: claimed?.names ?? certificateNames,
    clock,
    log,
    onAccess: localName.follow,
  })
  return { listeners, network, own, localName }
}

/** Claims a network name while the network is open, if a name is wanted. */
function localNameOf({ localName: wanted, onLocalName }: Config & Extras, wish: Wish) {
  let held: Promise<{ name: LocalName; takeBack(): void }> | undefined
  return {
    async follow(access: NetworkAccess): Promise<void> {
      if (access === 'network' && wanted !== undefined && onLocalName !== undefined) {
        await (held ??= claim(wanted, wish))
        return
      }
      const claimed = held
      held = undefined
      const before = await claimed
      before?.takeBack()
      await before?.name.stop()
    },
  }
}

type Wish = { log: Log; onName(name: string): void }

/** Claims the name, and makes it known as one of this computer's names. Most servers need no name, so its code is loaded here. */
async function claim(wanted: string, { log, onName }: Wish) {
  const { LocalName } = await import('../../platform/http/listening/local-name.ts')
  let takeBack: (() => void) | undefined
  const name = new LocalName({
    wanted,
    log,
    onName(claimed) {
      takeBack?.()
      takeBack = callItself(claimed)
      onName(claimed)
    },
  })
  return { name, takeBack: () => takeBack?.() }
}

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
