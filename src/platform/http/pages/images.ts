import { AppError } from '../../errors.ts'
import {
  imagesPath,
  imageTypes,
  placeholderFile,
  readImageName,
  type ImageFile,
  placeholderPng,
  storedImageKind,
} from '../../files/images.ts'
import type { FileStore } from '../../files/store.ts'
import { readThumbnailName, type ThumbnailFile } from '../../files/thumbnail-names.ts'
import type { Thumbnails } from '../../files/thumbnails.ts'
import type { HttpService } from '../service.ts'
import { cachedForGood, immutableReply, type FindPage } from './page.ts'
import { matches, refusalReply } from '../reply.ts'

/**
 * Serves stored images and the placeholder, on every listener and without a key. An image's address depends on its content, so caches never
 * ask again. Bun.serve handles ranges, including If-Range.
 */
export function imagePages(
  store: FileStore,
  thumbnails: Pick<Thumbnails, 'find'>,
  published?: { addressOf(name: string): string | undefined },
): FindPage {
  return (asked, path, service) => {
    if (!path.startsWith(imagesPath)) return undefined
    const name = path.slice(imagesPath.length)
    if (name === placeholderFile) return placeholder
    // A request of the console has its session's cookie. The console loads nothing from elsewhere.
    const elsewhere = asked.headers.has('cookie') ? undefined : published?.addressOf(name)
    if (elsewhere !== undefined) return () => redirectTo(elsewhere)
    const small = readThumbnailName(name)
    if (small !== undefined) {
      return (request) => thumbnail(request, store, thumbnails, small, service)
    }
    const file = readImageName(name)
    if (file === undefined) return undefined
    return (request) => image(request, store, file, service)
  }
}

/** How long a browser may cache the redirect to a published image, in seconds. */
const redirectSeconds = 60 * 60

/** An image opened on its own may run and load nothing, whatever it contains. */
const shownOnly = { 'content-security-policy': "default-src 'none'" }

/** Not permanent: the image may be published elsewhere, or nowhere, one day. */
function redirectTo(location: string): Response {
  const headers = {
    location,
    'cache-control': `public, max-age=${redirectSeconds}`,
    vary: 'Cookie',
  }
  return new Response(null, { status: 302, headers })
}

function placeholder(request: Request): Response {
  return immutableReply(
    request,
    placeholderPng,
    new Headers({ ...shownOnly, 'content-type': imageTypes.png }),
  )
}

async function image(
  request: Request,
  store: FileStore,
  { hash, extension }: ImageFile,
  service: HttpService | undefined,
): Promise<Response> {
  if ((await storedImageKind(store, hash)) !== extension) return notFound(request, service)
  return fileReply(request, store.path('images', hash), { tag: hash, extension })
}

/** A smaller copy of an image, or the image itself without a copy. */
async function thumbnail(
  request: Request,
  store: FileStore,
  thumbnails: Pick<Thumbnails, 'find'>,
  small: ThumbnailFile,
  service: HttpService | undefined,
): Promise<Response> {
  const extension = await storedImageKind(store, small.hash)
  if (extension === undefined) return notFound(request, service)
  const copy = await thumbnails.find(small)
  return copy === undefined
    ? fileReply(request, store.path('images', small.hash), { tag: small.hash, extension })
    : fileReply(request, copy, { tag: `${small.hash}-${small.width}`, extension: 'webp' })
}

type Served = { tag: string; extension: ImageFile['extension'] }

function fileReply(request: Request, path: string, { tag, extension }: Served): Response {
  const etag = `"${tag}"`
  const headers = new Headers({
    ...shownOnly,
    'cache-control': cachedForGood,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-type', imageTypes[extension])
  return new Response(Bun.file(path), { headers })
}

function notFound(request: Request, service: HttpService | undefined): Response {
  const message = `There is nothing at ${new URL(request.url).pathname}.`
  const error = new AppError('not_found', message)
  return service?.refuse(error) ?? refusalReply(error, { error: message })
}
