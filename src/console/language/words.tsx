import { Fragment, type ReactNode } from 'react'

/** A text whose `{{names}}` stand for elements: a link, a time, a key. */
export function Words({
  of,
  with: parts,
}: {
  of: string
  with: Readonly<Record<string, ReactNode>>
}) {
  return of
    .split(/\{\{(\w+)\}\}/)
    .map((piece, at) => <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>)
}
