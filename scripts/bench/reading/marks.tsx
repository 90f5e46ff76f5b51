import type { ReactNode } from 'react'
import type { Category } from '../../../src/paper/categories.ts'
import { type DocumentKind, marked, type Value } from './truth.ts'

/* Printed values carry marks with their meaning. truth.ts reads the marks, so a paper and its truth cannot differ. */

/** A field of the head. `v` is its value if that differs from the printed text. */
export function H({ k, v, children }: { k: string; v?: Value | undefined; children: string }) {
  return (
    <span data-head={k} data-value={marked(v ?? children)}>
      {children}
    </span>
  )
}

/** A cell of the surrounding line. */
export function C({ k, v, children }: { k: string; v?: Value | undefined; children: string }) {
  if (children === '') return null
  return (
    <span data-cell={k} data-value={marked(v ?? children)}>
      {children}
    </span>
  )
}

/** Values of the document or of the surrounding line that are right, but not printed under that key. */
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

/** A page of the paper. */
export function Page({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <section className={`page ${className}`}>{children}</section>
}
