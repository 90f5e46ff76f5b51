/** One method on one path, with what its route declares beside the schema. */
export type Endpoint = {
  method: string
  path: string
  /** The scope that a key needs. */
  scope: string | undefined
  /** Only the owner's key may call it. */
  ownerOnly: boolean
  /** Who may call an endpoint of the console: everybody, who is signed in, or an owner who is. */
  session?: string | undefined
  /** Whether files may come, as multipart/form-data. */
  takesFiles?: boolean
}

/** Finds what is served at a path: the endpoints by method, or undefined where there is nothing. */
export type EndpointTable = (path: string) => ReadonlyMap<string, Endpoint> | undefined

/** Builds the table once. Paths with parameters (`/products/:slug`) are tried after the exact ones. */
export function endpointTable(endpoints: readonly Endpoint[]): EndpointTable {
  const exact = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) {
    const methods = exact.get(endpoint.path) ?? new Map<string, Endpoint>()
    methods.set(endpoint.method, endpoint)
    exact.set(endpoint.path, methods)
  }
  const patterns = [...exact].filter(([path]) => path.includes(':')).map(patternOf)
  return (path) => {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return exact.get(trimmed) ?? patterns.find(({ pattern }) => pattern.test(trimmed))?.methods
  }
}

/** The methods that a path answers to, for `Allow`. */
export function allowedMethods(methods: ReadonlyMap<string, Endpoint>): string[] {
  const allowed = new Set([...methods.keys(), 'OPTIONS'])
  if (allowed.has('GET')) allowed.add('HEAD')
  return [...allowed].toSorted()
}

function patternOf([path, methods]: [string, ReadonlyMap<string, Endpoint>]) {
  const source = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
  return { pattern: new RegExp(`^${source.join('/')}$`), methods }
}
