/** As much of S3 as copies need: objects by key, lists in pages of two. Signatures are not looked at. */
export type FakeS3 = {
  url: string
  keys(): Iterable<string>
  fail(): void
  mend(): void
  lose(key: string): void
  stop(): void
}

const pageSize = 2

export function fakeS3(): FakeS3 {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  let isFailing = false
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (isFailing) return new Response('', { status: 403 })
      const { pathname, searchParams } = new URL(request.url)
      const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
      switch (request.method) {
        case 'PUT':
          if (request.headers.get('if-none-match') === '*' && objects.has(key)) {
            return new Response('', { status: 412 })
          }
          objects.set(key, await request.bytes())
          return new Response('')
        case 'DELETE':
          objects.delete(key)
          return new Response(null, { status: 204 })
        default:
          return key === '' ? listed(objects, searchParams) : found(objects.get(key))
      }
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    keys: () => objects.keys(),
    fail() {
      isFailing = true
    },
    mend() {
      isFailing = false
    },
    lose: (key) => void objects.delete(key),
    stop: () => void server.stop(true),
  }
}

function found(bytes: Uint8Array<ArrayBuffer> | undefined): Response {
  if (bytes !== undefined) return new Response(bytes)
  const body = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>None.</Message></Error>'
  return new Response(body, { status: 404, headers: { 'content-type': 'application/xml' } })
}

function listed(objects: ReadonlyMap<string, Uint8Array>, query: URLSearchParams): Response {
  const prefix = query.get('prefix') ?? ''
  const from = Number(query.get('continuation-token') ?? 0)
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
  const page = all.slice(from, from + pageSize)
  const isTruncated = from + pageSize < all.length
  const next = isTruncated
    ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>`
    : ''
  const contents = page
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join('')
  const body = `<?xml version="1.0"?><ListBucketResult><Name>shop</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`
  return new Response(body, { headers: { 'content-type': 'application/xml' } })
}
