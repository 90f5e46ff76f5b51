import type { ReactNode } from 'react'
import type { Category } from '../../../src/paper/categories.ts'
import { type DocumentKind, marked, type Value } from './truth.ts'

/* What is printed carries what it means: truth.ts takes it from there, so that a paper and its truth are one. */

/** A field of the head; `v` is what it says, where that is not the text itself. */
export function H({ k, v, children }: { k: string; v?: Value | undefined; children: string }) {
  return (
    <span data-head={k} data-value={marked(v ?? children)}>
      {children}
    </span>
  )
}

/** A cell of the line it stands in. */
export function C({ k, v, children }: { k: string; v?: Value | undefined; children: string }) {
  if (children === '') return null
  return (
    <span data-cell={k} data-value={marked(v ?? children)}>
      {children}
    </span>
  )
}

/** True of the document, or of the line it stands in, though it is not printed under that name. */
export function Also({ of, fields }: { of: 'head' | 'line'; fields: Record<string, Value> }) {
  return Object.entries(fields).map(([key, value]) => (
    <i
      key={`${key} ${JSON.stringify(value)}`}
      data-also={key}
      data-of={of}
      data-value={marked(value)}
      hidden
    />
  ))
}

type PaperDocument = { category: Category; kind: DocumentKind; children: ReactNode }

export function PaperDocument({ category, kind, children }: PaperDocument) {
  return <main data-document={marked({ category, kind })}>{children}</main>
}

/** A page of its own. */
export function Page({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <section className={`page ${className}`}>{children}</section>
}
