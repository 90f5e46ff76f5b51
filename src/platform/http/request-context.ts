/** What is known of a request beside the request itself; it lives exactly as long. */
export type RequestContext = {
  id: string
  /** The client's address, '' when it is not known (in-process tests). */
  address: string
  /** Where links in an answer point: scheme, host and port, without a slash. */
  origin: string
  /** The key that was used, once it is known. */
  keyId?: string
  /** How many rows the answer carries or the request changed: for the call log. */
  rows: number
  /** The sentence of a refusal: for the call log. */
  error?: string
}

const contexts = new WeakMap<Request, RequestContext>()

export function attachContext(request: Request, context: RequestContext): void {
  contexts.set(request, context)
}

export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request)
  if (context === undefined) throw new Error('The request did not come through the front.')
  return context
}
