import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, refusalOf, type AnswerOf, answerQuery } from '../../../client.ts'
import { fileAddress, type ShownDocument } from '../data.ts'

/** The widths in pixels in which the server draws a page. */
const pageWidths = [600, 1200, 2000, 2800] as const

/** Pages are drawn slightly larger than shown, to stay sharp. */
const sharpness = 1.25

/** The shown beginning of a long text, in bytes. */
export const textBytesMax = 200_000

/** A document whose paper can be shown. */
export type PaperOf = {
  id: string
  filename: string
  file: NonNullable<ShownDocument['file']>
  /** Whether the document needs a password to be read. */
  needsPassword?: boolean
}

export type Pages = AnswerOf<typeof pagesQuery>
export type PageSize = Pages['pages'][number]

export function pagesQuery(id: string) {
  return answerQuery(['documents', 'pages', id], () => api.documents({ id }).pages.get(), {
    // A document's file never changes.
    staleTime: Infinity,
  })
}

/** The address of a page (from 1) as a picture that is sharp at this width on the screen. */
export function pageAddress(id: string, page: number, shownWidth: number): string {
  const wanted = shownWidth * window.devicePixelRatio * sharpness
  const width = pageWidths.find((each) => each >= wanted) ?? pageWidths[pageWidths.length - 1]
  return `/console/api/documents/${encodeURIComponent(id)}/pages/${page}?width=${width}`
}

export function textQuery(id: string) {
  return queryOptions({
    queryKey: ['documents', 'text', id],
    async queryFn() {
      const range = `bytes=0-${textBytesMax - 1}`
      const answer = await fetch(fileAddress(id), { headers: { range } }).catch(() => undefined)
      if (answer?.ok !== true)
        throw refusalOf(await answer?.json().catch(() => undefined), answer?.status)
      const charset = /charset=([\w-]+)/.exec(answer.headers.get('content-type') ?? '')?.[1]
      return new TextDecoder(charset).decode(await answer.arrayBuffer())
    },
    staleTime: Infinity,
  })
}

/** Loads the paper of the next document in advance, at its width beside a form. */
export function usePaperAhead(id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id !== null) void client.prefetchQuery(pagesQuery(id))
  }, [client, id])
}
