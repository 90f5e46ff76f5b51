/* A HEAD is answered as a GET whose body is left out. */

export function asGet(request: Request): Request {
  return new Request(request.url, { headers: request.headers })
}

/** Answers are texts, bytes or files, and a Blob knows how long each of these is: a file is not read for it. */
export async function withoutBody(pending: Response | Promise<Response>): Promise<Response> {
  const response = await pending
  const headers = new Headers(response.headers)
  if (response.body !== null) headers.set('content-length', String((await response.blob()).size))
  return new Response(null, { status: response.status, headers })
}
